/* Labels and variables of other processes. */
/* $ cc -DNOREDUCE; pan */
/* $ cc -DNOREDUCE; pan -a */
byte n;

active [2] proctype user() {
  byte mine;
  mine = _pid + 3;
  n++;
critical: skip;
  n--
}

ltl apart { [] !(user[0]@critical && user[1]@critical) }
ltl own { [] (user[1]:mine == 0 || user[1]:mine == 4) }
