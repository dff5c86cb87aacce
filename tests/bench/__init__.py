"""`make bench`: what lists, totals and calls cost on large books. Run by hand, never by pytest."""
