"""The policies of phases, which house rules may change: a module of small frozen values for each decision."""
