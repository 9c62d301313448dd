"""The process's HTTP server: health, metrics and the webhook."""
