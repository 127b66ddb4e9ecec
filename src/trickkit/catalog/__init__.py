"""Finds and builds rules: options, the registry, house-rule sheets."""
