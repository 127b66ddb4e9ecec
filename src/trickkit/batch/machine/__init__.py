"""The machine: a program, and the loop that runs it over rows."""
