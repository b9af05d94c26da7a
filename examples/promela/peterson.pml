/* Peterson's algorithm: two processes share a critical section by three variables alone. Each says that
 * it wants to enter, lets the other go first, and waits as long as the other wants to and it is its turn. */

bool wants[2];
byte turn;
byte inside; /* processes in the critical section */

active [2] proctype user() {
  byte other = 1 - _pid;
again:
  wants[_pid] = true;
  turn = other;
  (!wants[other] || turn == _pid);
critical:
  inside++;
  assert(inside == 1);
  inside--;
  wants[_pid] = false;
  goto again
}

/* Who wants to enter does enter. */
ltl enters { [] (wants[0] -> <> user[0]@critical) }

/* Never are both inside. */
ltl exclusive { [] (inside <= 1) }
