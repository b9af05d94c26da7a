/* Whether another process can go on, and where it stands. */
/* $ cc -DNOREDUCE; pan */
byte gate, at;

active proctype blocked() { gate == 1; gate = 2 }
active proctype looks() {
  assert(!enabled(0));
  at = pc_value(0);
  gate = 1;
  gate == 2 || enabled(0)
}
