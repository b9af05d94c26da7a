/* Peterson's mutual exclusion of two processes. */
bool wants[2];
byte turn;
byte inside;

active [2] proctype user() {
  byte other = 1 - _pid;
again:
  wants[_pid] = true;
  turn = other;
  !wants[other] || turn == _pid;
  inside++;
critical:
  assert(inside == 1);
  inside--;
  wants[_pid] = false;
  goto again
}

ltl one_at_a_time { [] (inside <= 1) }
ltl served { [] (wants[0] -> <> user[0]@critical) }
