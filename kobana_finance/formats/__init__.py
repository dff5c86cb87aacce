"""How days and instants are written, where Django's own way is longer than a list has room for."""
