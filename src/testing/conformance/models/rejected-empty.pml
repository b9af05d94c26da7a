/* Nothing that runs. */
byte n;

proctype p() { n = 1 }
