"""Whichever database the settings name: found, and copied into another one."""
