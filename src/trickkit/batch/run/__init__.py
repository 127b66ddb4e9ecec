"""Running a program: in chunks, from a state, or on the reference engine."""
