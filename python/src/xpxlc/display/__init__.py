"""How answers look in a notebook (HTML that loads nothing) and in a terminal (text)."""
