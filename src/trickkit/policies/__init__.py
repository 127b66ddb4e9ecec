"""The decisions within a deal that a house rule may change: a module of small frozen values for each."""
