"""The basis of compiled code: numbers and bits, the layout of a row, and where compiled functions are stored."""
