/* Priorities that are read and changed. */
/* $ cc -DNOREDUCE; pan */
byte now_p, before;

active proctype p() priority 3 {
  before = get_priority(_pid);
  set_priority(_pid, 7);
  now_p = _priority;
  assert(before == 3 && now_p == 7)
}

active proctype q() priority 4 { before == 3; skip }
