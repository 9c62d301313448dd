"""Boards, hints, figures and pages to print: values in, text, PNG or PDF out."""
