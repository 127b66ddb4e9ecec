"""Lowering: converts rules into tables of numbers."""
