/* The high waits for the low, which the middle keeps from running. */
/* $ cc -DNP; pan -l */
/* $ cc -DNP; pan -l -f */
/* $ cc -DSAFETY; pan */
bool held;
byte ready_middle = 1, ran;

active proctype high() {
  do
  :: atomic { !held -> held = true }; progress: held = false
  od
}

active proctype middle() provided (ready_middle == 1) {
  do
  :: ran < 3 -> ran++
  :: ran == 3 -> ran = 0
  od
}

active proctype low() {
  do
  :: atomic { !held -> held = true }; held = false
  od
}
