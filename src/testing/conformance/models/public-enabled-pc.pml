/* A claim that looks into processes: enabled, pc_value, places and local variables. */
/* $ cc -DNOREDUCE; pan -a */
chan gate = [1] of { bit };
active proctype guard() { byte k; do :: k < 3 -> wait: gate?_; k++ :: k == 3 -> break od }
active proctype visitor() { byte v; do :: v < 3 -> gate!1; v++ :: else -> break od; leave: skip }
never {
T0:
  do
  :: !enabled(0) && !enabled(1) && guard:k < 3 -> goto accept_all
  :: guard@wait && pc_value(1) > 0 && visitor:v > guard:k + 1 -> goto accept_all
  :: else
  od;
accept_all:
  skip
}
