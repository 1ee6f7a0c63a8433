"""Acts of people, one function each: the page, the command line and the API call the same.

An act takes the ports, who acts, and what it is to do; it returns an `Outcome`. It writes its
change and its row of the audit in one transaction (`acts.audited`).
"""
