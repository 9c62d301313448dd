"""The reader of photos and screenshots; it alone uses numpy and OpenCV."""
