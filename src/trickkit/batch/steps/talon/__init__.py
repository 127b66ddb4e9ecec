"""Cards of the stock: one lies face up, seats take and draw some."""
