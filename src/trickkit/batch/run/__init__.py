"""Running a program: in chunks, on from a state, or on the reference engine."""
