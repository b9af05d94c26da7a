/* Three generals, one of whom lies: they cannot agree. */
/* $ cc -DSAFETY; pan */
/* $ cc -DSAFETY -DBFS; pan */
/* $ cc -DSAFETY; pan -c0 -e */
bit told[2], heard[2], decides[2];
byte done;

active proctype traitor() {
  if
  :: told[0] = 0
  :: told[0] = 1
  fi;
  if
  :: told[1] = 0
  :: told[1] = 1
  fi;
  done++
}

active proctype loyal() {
  done == 1;
  heard[0] = told[1];
  heard[1] = told[0];
  decides[0] = told[0] && heard[0];
  decides[1] = told[1] || heard[1];
  assert(decides[0] == decides[1])
}
