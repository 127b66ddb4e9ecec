"""Lowering: rules into tables of numbers."""
