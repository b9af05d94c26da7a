/* A token goes round; each holder draws how far. "\/* no comment" */
/* $ cc -DSAFETY; pan */
/* $ cc; pan -a -N back */
/* $ cc; pan -a -f -N back */
#ifndef STATIONS
#define STATIONS 4
#endif
mtype = { token, halt };
chan ring[STATIONS] = [1] of { mtype, byte };
byte holder = 255;
bool home; // set at station 0
active [STATIONS] proctype station() {
  byte left, far;
  if
  :: _pid == 0 -> ring[0]!token(3)
  :: else
  fi;
end:
  do
  :: ring[_pid]?token(left) ->
     holder = _pid;
     if :: _pid == 0 -> home = true :: else -> home = false fi;
     select(far : 1 .. STATIONS - 1);
     if
     :: left > 0 -> ring[(_pid + far) % STATIONS]!token(left - 1)
     :: else -> ring[(_pid + 1) % STATIONS]!halt(0); break
     fi
  :: ring[_pid]?halt(_) -> break
  od
}
ltl back { <> home }
