"""What people want when they just say it: plain wishes, read by rules without a language model."""
