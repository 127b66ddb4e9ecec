"""The command line: one file per command, and what they share. It needs the extra `cli`: click and rich."""
