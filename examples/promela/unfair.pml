/* A liveness error: two clients ask one server, which serves whom it likes. Nothing is wrong in any state,
 * but a client can wait for ever: the error is a cycle, a run that goes round without serving client 1.
 * Weak fairness does not help: the server always does something. */

bool asks[2];
byte served = 2; /* who is served now; 2: nobody */

active proctype server() {
  do
  :: asks[0] -> served = 0; asks[0] = false; served = 2
  :: asks[1] -> served = 1; asks[1] = false; served = 2
  od
}

active [2] proctype client() {
  byte me = _pid - 1;
  do
  :: !asks[me] -> asks[me] = true
  od
}

ltl everybody { [] (asks[1] -> <> (served == 1)) }
