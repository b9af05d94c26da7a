/* Coherence by invalidation: a line is modified in one cache at most (MSI). */
/* $ pan -a -N single */
/* $ pan -a -N fresh */
/* $ cc -DCOLLAPSE; pan -a -N single */
#define N 3
mtype = { modified, shared, invalid };
mtype line[N] = invalid;
bit value[N];
bit memory, last;
bool stale;

inline flush() {
  for (i : 0 .. N - 1) {
    if
    :: line[i] == modified -> memory = value[i]; line[i] = shared
    :: else
    fi
  }
}

active [N] proctype cpu() {
  byte i;
  do
  :: atomic { line[_pid] == invalid -> flush(); value[_pid] = memory; line[_pid] = shared }
  :: atomic {
       line[_pid] != modified -> flush();
       for (i : 0 .. N - 1) { line[i] = invalid };
       line[_pid] = modified; value[_pid] = memory
     }
  :: atomic { line[_pid] == modified -> value[_pid] = 1 - value[_pid]; last = value[_pid] }
  :: atomic { line[_pid] != invalid -> stale = value[_pid] != last }
  :: atomic { line[_pid] != invalid -> flush(); line[_pid] = invalid }
  od
}

ltl single {
  [] !((line[0] == modified && line[1] != invalid) || (line[1] == modified && line[2] != invalid))
}
ltl fresh { [] !stale }
