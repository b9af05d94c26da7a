/* Read-copy-update: a writer waits until each reader has left before it frees what was replaced. */
/* $ cc -DSAFETY; pan */
/* $ cc -DSAFETY -DCOLLAPSE; pan */
#define READERS 2
bit current;
bool freed[2];
bool reads[READERS];

active [READERS] proctype reader() {
  bit seen;
  byte times;
  for (times : 1 .. 2) {
    reads[_pid] = true;
    seen = current;
    assert(!freed[seen]);
    reads[_pid] = false
  }
}

active proctype writer() {
  bit old;
  byte i, times;
  for (times : 1 .. 2) {
    old = current;
    freed[1 - old] = false;
    current = 1 - old;
    for (i : 0 .. READERS - 1) {
      !reads[i]
    }
    freed[old] = true
  }
}
