"""The step in which seats lay cards on a layout, based on the `Layout` of the phase."""
