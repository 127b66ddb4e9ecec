"""The step in which seats lay cards on a layout, as the `Layout` of the phase says."""
