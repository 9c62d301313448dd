"""Finds the database that the settings name, and copies one database into another."""
