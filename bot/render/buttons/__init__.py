"""What the buttons below messages do: one value for each action, and how it travels in a button."""
