/* A chain of steps that others do not come between, as long as it can go on. */
/* $ pan */
/* $ cc -DNOREDUCE; pan */
byte n; bool free = true;

active [3] proctype user() {
  byte was;
  atomic { free -> free = false };
  was = n; n = was + 1;
  free = true;
  n == 3;
  assert(n == 3)
}
