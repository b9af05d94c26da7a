/* Processes that are made, with values, and wait for each other. */
/* $ pan */
/* $ cc -DNOREDUCE; pan */
byte sum; byte ended;

proctype adds(byte n; bool twice) {
  sum = sum + n;
  if :: twice -> sum = sum + n :: else fi;
  ended++
}

init {
  pid first, second;
  first = run adds(3, false);
  second = run adds(5, true);
  ended == 2;
  assert(sum == 13 && second == first + 1)
}
