"""Finding and building rules: options, the registry, house-rule sheets."""
