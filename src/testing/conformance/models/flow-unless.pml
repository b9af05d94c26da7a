/* What takes over as soon as it can. */
/* $ pan */
/* $ cc -DNOREDUCE; pan */
/* $ cc -DNOREDUCE; pan -c0 -e */
byte work, alarm;

active proctype worker() {
  do
  :: work < 4 -> work++
  :: work == 4 -> break
  od unless { alarm == 1 -> work = 100 };
  assert(work == 4 || work == 100)
}

active proctype watch() { work == 2 -> alarm = 1 }
