"""The decisions inside a deal that a house rule may change: one module for each, small frozen values in each."""
