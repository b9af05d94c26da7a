/* Election of a leader in a ring of N processes that pass numbers to their right: who sees the own number
 * come back is the leader. */
#include "ring.h"

byte leaders, leader;

proctype node(byte own; chan from, to) {
  byte got;
  bool known;
  to!candidate(own);
  do
  :: from?candidate(got) ->
     if
     :: got > own -> to!candidate(got)
     :: got < own
     :: got == own -> leaders++; leader = own; assert(leaders == 1); to!winner(own)
     fi
  :: from?winner(got) ->
     known = true;
     assert(got == N);
     if
     :: got == own
     :: else -> to!winner(got)
     fi;
     break
  od
}

init {
  byte i;
  atomic {
    for (i : 0 .. N - 1) { run node(NUMBER(i), ring[i], ring[(i + 1) % N]) }
  }
}

ltl elected { <> (leaders == 1) }
ltl once { [] (leaders <= 1) }
