"""Evaluation: labelled questions, what a memory finds and answers, and how good that is.

Labels never reach the code that searches or answers: it is given a `Query`, and the `Gold` of a
case is looked at only once its answer is there.
"""
