/* The bakery: tickets are drawn by looking at those of the others, and bounded here. */
/* $ pan -a -N apart */
/* $ pan -a -f -N comes */
/* $ cc -DCOLLAPSE; pan -a -N apart */
#define N 2
byte ticket[N];
bool choosing[N];
byte inside;

active [N] proctype user() {
  byte i, most;
  do
  :: ticket[0] < 6 && ticket[1] < 6 ->
     choosing[_pid] = true;
     most = 0;
     for (i : 0 .. N - 1) {
       if
       :: ticket[i] > most -> most = ticket[i]
       :: else
       fi
     }
     ticket[_pid] = most + 1;
     choosing[_pid] = false;
     for (i : 0 .. N - 1) {
       !choosing[i];
       (ticket[i] == 0 || ticket[i] > ticket[_pid] || (ticket[i] == ticket[_pid] && i >= _pid))
     }
     inside++;
     inside--;
     ticket[_pid] = 0
  :: else -> break
  od
}

ltl apart { [] (inside <= 1) }
ltl comes { [] (ticket[0] > 0 -> <> (ticket[0] == 0)) }
