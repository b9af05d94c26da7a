/* One process may go round without an end while the other has its step before it: an error unless all that
 * can go on do. */
byte done;
bool stop;

active proctype round() {
  do
  :: !stop -> skip
  :: stop -> break
  od
}

active proctype worker() {
  done = 1;
  stop = true
}

ltl finishes { <> (done == 1) }
