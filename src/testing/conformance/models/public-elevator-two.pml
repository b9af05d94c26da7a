/* Two cabins that share calls; who comes first takes it. */
/* $ cc -DSAFETY; pan */
/* $ cc -DSAFETY -DCOLLAPSE; pan */
#define FLOORS 4
bool call[FLOORS];
byte taken[FLOORS];

proctype cabin(byte at) {
  do
  :: atomic { call[at] -> call[at] = false; taken[at]++ }; assert(taken[at] <= 1); taken[at]--
  :: at > 0 -> at--
  :: at < FLOORS - 1 -> at++
  od
}

active proctype people() {
  byte i;
  do
  :: select (i : 0 .. FLOORS - 1); call[i] = true
  od
}

init {
  atomic { run cabin(0); run cabin(FLOORS - 1) }
}
