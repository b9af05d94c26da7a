/* Data of C that belongs to a process. */
/* $ cc -DNOREDUCE; pan */
c_state "short mine" "Local p"
c_state "short seen" "Hidden"
byte n;

active [2] proctype p() {
  c_code { Pp->mine = 3 + Pp->_pid; };
  c_code { now.n += Pp->mine; };
  assert(c_expr { Pp->mine >= 3 })
}
