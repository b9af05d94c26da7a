/* Two that wait for each other. */
/* $ pan */
/* $ cc -DREACH; pan -i */
/* $ pan -E */
chan a = [0] of { byte };
chan b = [0] of { byte };

active proctype p() { byte x; if :: a?x; b!1 :: b?x; a!1 fi }
active proctype q() { byte x; if :: b?x; a!2 :: a!2; a!3 fi }
