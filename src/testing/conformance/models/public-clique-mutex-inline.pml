/* Ricart and Agrawala: leave of all others, by time and name; inline with an expression and its own names. */
/* $ cc -DSAFETY; pan */
/* $ cc; pan -a -N alone */
#define N 2
mtype = { want, leave };
chan in[N] = [3] of { mtype, byte, byte };
byte critical; 
inline everyone(what, when) {
  byte k;
  k = 0;
  do
  :: k < N && k != me -> in[k]!what, me, when; k++
  :: k == me -> k++
  :: k >= N && k != me -> break
  od
}
proctype site(byte me) {
  byte time = 1, asked, have, who, when; bool wants; bool later[N];
  atomic { wants = true; asked = time; everyone(want, asked) };
  do
  :: in[me]?want, who, when ->
     time = (when > time -> when : time) + 1;
     if
     :: wants && (asked < when || (asked == when && me < who)) -> later[who] = true
     :: else -> in[who]!leave, me, time
     fi
  :: in[me]?leave, who, _ -> have++
  :: wants && have == N - 1 ->
     critical++; assert(critical == 1); critical--;
     d_step { wants = false; have = 0 };
     if :: later[1 - me] -> in[1 - me]!leave, me, time :: else fi
  :: timeout -> break
  od
}
init { atomic { run site(0); run site(1) } }
ltl alone { [] (critical <= 1) }
