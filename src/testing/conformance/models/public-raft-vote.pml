/* Votes of one term: a server votes once, a leader has most votes. */
/* $ cc -DSAFETY; pan */
/* $ cc; pan -a -N one */
/* $ cc; pan -a -N some */
#define N 3
#define MOST(x) (2 * (x) > N)
mtype = { ask, vote };
typedef Mail { mtype what; byte from };
chan box[N] = [4] of { mtype, byte };
byte leaders; byte voted[N] = 255;
proctype server(byte me) {
  byte votes, from, i; bool stands;
  do
  :: atomic { !stands && voted[me] == 255 ->
       stands = true; voted[me] = me; votes = 1;
       for (i : 0 .. N - 1) { if :: i != me -> box[i]!ask, me :: else fi } }
  :: box[me]?ask, from ->
     if
     :: d_step { voted[me] == 255 -> voted[me] = from } ; box[from]!vote, me
     :: else
     fi
  :: box[me]?vote, from -> votes++; if :: MOST(votes) && votes == 2 -> leaders++ :: else fi
  :: timeout -> break
  od
}
init { byte k; atomic { do :: k < N -> run server(k); k++ :: else -> break od } }
ltl one { [] (leaders <= 1) }
ltl some { <> (leaders > 0) }
