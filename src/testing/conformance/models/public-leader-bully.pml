/* The bully: who hears of nobody larger is the leader; the largest may be away. */
/* $ cc -DSAFETY; pan */
/* $ pan -a -N agree */
#define N 3
mtype = { elect, answer, leads };
chan to[N] = [4] of { mtype, byte };
bool up[N] = true;
byte leader = 255;

active [N] proctype node() {
  byte i, from;
  bool hears;
  if
  :: _pid == N - 1 -> up[_pid] = false; goto away
  :: true
  fi;
  for (i : _pid + 1 .. N - 1) {
    if
    :: up[i] -> hears = true
    :: else
    fi
  }
  if
  :: hears
  :: else -> leader = _pid
  fi;
away:
  skip
}

ltl agree { <> (leader == 1 || leader == 2) }
