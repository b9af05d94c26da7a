/* A grace period by two counters that take turns, as in sleepable read-copy-update. */
/* $ cc -DSAFETY; pan */
/* $ pan -a -f -N ends */
byte count[2];
bit turn;
bool gone, ended;

active [2] proctype reader() {
  bit mine;
  mine = turn;
  count[mine]++;
  if
  :: gone -> skip
  :: else -> skip
  fi;
  count[mine]--
}

active proctype updater() {
  turn = 1 - turn;
  count[1 - turn] == 0;
  turn = 1 - turn;
  count[1 - turn] == 0;
  gone = true;
  ended = true
}

ltl ends { <> ended }
