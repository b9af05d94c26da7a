/* Conditions that wait, assignments that count, and statements that do nothing. */
/* $ pan */
byte n;

active proctype up() { n++; n++; n--; skip; true; 1; n++ }
active proctype waits() { (n == 2); n = n * 2; n > 3 -> n = 0 }
