"""A folder for each kind of step: how it is lowered into tables, and how compiled code runs it."""
