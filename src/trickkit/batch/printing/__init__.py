"""Diagrams as text: what compiled code asks about a deal, in the words of its rules."""
