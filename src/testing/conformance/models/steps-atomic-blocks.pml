/* A chain that loses its turn in the middle. */
/* $ pan */
byte turn, n;

active proctype a() { atomic { n = 1; turn == 1; n = 2 }; assert(n == 2) }
active proctype b() { n = 5; turn = 1; n = 7 }
