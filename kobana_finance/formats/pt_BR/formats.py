"""Days and instants as Brazilian products write them, in lists and in questions."""

DATE_FORMAT = "d/m/Y"
DATETIME_FORMAT = "d/m/Y H:i"
