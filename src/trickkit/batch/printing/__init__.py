"""Decision diagrams as text: the questions that compiled code asks about a deal, in the words of its rules."""
