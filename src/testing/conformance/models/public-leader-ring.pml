/* Leader election in a ring of one direction: only larger numbers pass (Chang and Roberts). */
/* $ cc -DSAFETY; pan */
/* $ pan -a -N one */
/* $ pan -a -f -N some */
#define N 4
chan link[N] = [2] of { byte };
byte leaders, chosen;

proctype node(byte me; byte number) {
  byte heard;
  link[(me + 1) % N] ! number;
end:
  do
  :: link[me] ? heard ->
     if
     :: heard > number -> link[(me + 1) % N] ! heard
     :: heard < number
     :: heard == number -> d_step { leaders++; chosen = number }; break
     fi
  od
}

init {
  atomic { run node(0, 3); run node(1, 7); run node(2, 5); run node(3, 1) }
}

ltl one { [] (leaders <= 1 && (leaders == 0 || chosen == 7)) }
ltl some { <> (leaders == 1) }
