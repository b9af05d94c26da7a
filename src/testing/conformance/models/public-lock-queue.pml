/* A lock whose users stand in a queue of nodes, each waiting for the one before (as by Mellor-Crummey and
 * Scott). */
/* $ cc -DSAFETY; pan */
/* $ cc -DSAFETY -DHC4; pan */
#define N 3
#define NOBODY 255
byte tail = NOBODY;
byte next[N];
bool waits[N];
byte inside;

active [N] proctype user() {
  byte before, mine = _pid;
  next[mine] = NOBODY;
  atomic { before = tail; tail = mine };
  if
  :: before != NOBODY ->
     waits[mine] = true;
     next[before] = mine;
     !waits[mine]
  :: else
  fi;
  inside++;
  assert(inside == 1);
  inside--;
  if
  :: atomic { next[mine] == NOBODY && tail == mine -> tail = NOBODY }
  :: next[mine] != NOBODY -> waits[next[mine]] = false
  fi
}
