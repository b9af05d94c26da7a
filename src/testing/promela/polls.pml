/* A channel that is looked at, and `unless` around a handshake. */
chan jobs = [2] of { byte };
chan stop = [0] of { bit };
byte idle, done;

active proctype producer() {
  jobs!1; jobs!2; jobs!3;
  stop!1
}

active proctype consumer() {
  byte job;
  {
    do
    :: jobs?job -> done++
    :: empty(jobs) -> idle = 1
    od
  } unless { stop?_ };
  assert(done >= 1)
}
