"""Steps that show, take and draw cards of the stock."""
