/* Three nodes flood their values for two rounds, one of which may stop: they agree. */
/* $ cc -DSAFETY; pan */
/* $ cc -DSAFETY -DHC4; pan */
#define N 3
byte seen[N] = 9;
bool stopped;
byte step[N];

active [N] proctype node() {
  byte i, round, mine = _pid + 1;
  seen[_pid] = mine;
  for (round : 1 .. 2) {
    for (i : 0 .. N - 1) {
      if
      :: atomic { !stopped && _pid == 0 -> stopped = true; goto out }
      :: d_step { seen[_pid] < seen[i] -> seen[i] = seen[_pid] }
      :: else
      fi
    }
    step[_pid] = round;
    (step[1] >= round && step[2] >= round)
  }
out:
  skip
}

active proctype judge() {
  step[1] == 2 && step[2] == 2;
  assert(seen[1] == seen[2])
}
