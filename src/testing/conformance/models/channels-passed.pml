/* Channels sent through channels, and given to processes. */
/* $ pan */
/* $ cc -DNOREDUCE; pan */
chan desk = [1] of { chan, byte };

proctype client(chan to; byte n) {
  chan mine = [0] of { byte };
  byte got;
  to!mine,n;
  mine?got;
  assert(got == n + 1)
}

init {
  chan back; byte n, i;
  atomic { run client(desk, 4); run client(desk, 8) };
  for (i : 1 .. 2) { desk?back,n; back!n + 1 }
}
