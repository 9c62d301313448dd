"""What the process serves over HTTP: health, metrics and the webhook."""
