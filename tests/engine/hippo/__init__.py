"""Tests of Hippo's rules."""
