/* Formulas about single states, in signs and in words. */
/* $ pan -N small */
/* $ pan -a -N small */
/* $ pan -N never_nine */
byte n;

active proctype p() { do :: n < 4 -> n++ :: n > 0 -> n-- od }

ltl small { [] (n <= 4) }
ltl never_nine { always (n != 4) }
