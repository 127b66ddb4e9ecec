"""A package for each kind of step, with its lowering into tables and its compiled code."""
