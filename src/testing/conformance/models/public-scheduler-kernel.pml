/* A kernel with three tasks of different priority, and a lock that inherits it. */
/* $ cc -DSAFETY -DNOREDUCE; pan */
/* $ cc -DSAFETY -DNOREDUCE; pan -E -e -c0 */
byte owner = 255; bool waits; byte high;
inline lock(me) {
  do
  :: atomic { owner == 255 -> owner = me; break }
  :: atomic { else -> waits = true; set_priority(owner, get_priority(_pid)); owner == 255 }
  od
}
inline unlock() { atomic { owner = 255; waits = false; set_priority(_pid, own) } }
proctype task(byte own) {
  lock(_pid);
  high = (high < own -> own : high);
  assert(get_priority(_pid) >= own);
  unlock()
}
init {
  atomic {
    run task(2) priority 2;
    run task(4) priority 4;
    run task(6) priority 6
  }
}
