/* The same in words. */
/* $ pan -a -N a */
/* $ pan -a -N b */
/* $ pan -a -N c */
/* $ pan -a -N d */
byte n;

active proctype p() { n = 1; n = 2; do :: n = 3 :: n = 2 od }

ltl a { always ((n == 1) implies eventually (n == 2)) }
ltl b { (n < 2) until (n == 2) }
ltl c { ((n < 2) weakuntil (n == 2)) && ((n == 9) release (n < 9)) }
ltl d { always ((n == 3) equivalent (n > 2)) }
