/* Two halves that go only in their turn. */
/* $ cc -DSAFETY -DNOREDUCE; pan */
/* $ cc -DNOREDUCE; pan -a -N both */
/* $ cc -DNOREDUCE; pan -a -f -N both */
bit turn; byte steps[2];
active proctype even() provided (turn == 0) {
  do :: steps[0] < 4 -> steps[0]++; turn = 1 :: else -> break od; turn = 1
}
active proctype odd() provided (turn == 1 || steps[0] == 4) {
  do :: steps[1] < 4 -> steps[1]++; turn = 0 :: else -> break od; turn = 0
}
ltl both { <> (steps[0] == 4 && steps[1] == 4) }
