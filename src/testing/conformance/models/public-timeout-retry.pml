/* A sender that sends again when nothing else can go, over a line that loses. */
/* $ cc -DSAFETY; pan */
/* $ spin -a -m; cc -DSAFETY; pan */
/* $ cc; pan -l */
mtype = { msg, ack };
chan out = [1] of { mtype, bit };
chan back = [1] of { mtype, bit };
byte got;
active proctype sender() {
  bit s, r;
  do
  :: out!msg, s ->
again:
     if
     :: back?ack, r ->
        if :: r == s -> s = 1 - s; progress: skip :: else -> goto again fi
     :: timeout -> out!msg, s; goto again
     fi
  :: got > 3 -> break
  od
}
active proctype line() {
  mtype m; bit b;
end: do
  :: out?m, b -> if :: got < 5 -> got++; back!ack, b :: skip fi
  od
}
