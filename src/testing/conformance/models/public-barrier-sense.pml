/* A barrier that is used again, by its sense. */
/* $ cc -DSAFETY; pan */
/* $ cc; pan -a -N together */
/* $ cc -DNP; pan -l */
#define N 3
byte waiting = N; bool sense; byte round[N];
#define AHEAD(a, b) (round[a] > round[b] + 1)
active [N] proctype t() {
  bool mine = true;
  do
  :: round[_pid] < 3 ->
     round[_pid]++;
     if
     :: atomic { waiting == 1 -> waiting = N; sense = mine }
     :: atomic { waiting > 1 -> waiting-- }; sense == mine
     fi;
progress: mine = !mine
  :: else -> break
  od
}
ltl together { [] !(AHEAD(0, 1) || AHEAD(1, 2) || AHEAD(2, 0)) }
