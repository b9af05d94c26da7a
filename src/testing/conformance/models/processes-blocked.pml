/* Nothing can run from the start: the error stands before the first step. */
/* $ spin -a; cc -DSAFETY; pan */
byte x;

active proctype p() provided (x > 0) { x = 1 }
