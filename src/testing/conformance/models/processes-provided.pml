/* Processes that may only run while a condition holds. */
/* $ cc -DNOREDUCE; pan */
/* $ pan */
byte turn, done;

active proctype even() provided (turn == 0) { done++; turn = 1 }
active proctype odd() provided (turn == 1) { done = done * 10; turn = 2 }
active proctype after() { turn == 2; assert(done == 10) }
