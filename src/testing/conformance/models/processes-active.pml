/* Several of a kind from the start, that know their numbers. */
/* $ pan */
byte who[3], alive;

active [3] proctype each() {
  alive = _nr_pr;
  who[_pid] = _pid + 1
}

active proctype waits() {
  who[0] + who[1] + who[2] == 6;
  assert(alive <= 4)
}
