"""A package for each kind of step: its lowering into tables, and its compiled code."""
