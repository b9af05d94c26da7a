/* A formula that is none. */
byte n;

active proctype p() { n = 1 }

ltl wrong { [] (n < && 3) }
