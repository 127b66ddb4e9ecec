"""Steps in which seats bid, estimate, call and buy."""
