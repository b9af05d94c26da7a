/* A sliding window of two over lines that lose. */
/* $ spin -m; cc -DSAFETY; pan */
/* $ cc -DSAFETY; pan */
#define M 4
chan data = [2] of { byte, byte };
chan acks = [2] of { byte };
byte expected;

active proctype sender() {
  byte base, next, a;
end:
  do
  :: next != (base + 2) % M -> data ! next, next; next = (next + 1) % M
  :: acks ? a -> base = (a + 1) % M
  :: timeout -> next = base
  od
}

active proctype receiver() {
  byte n, v;
end:
  do
  :: data ? n, v ->
     assert(n == v);
     if
     :: n == expected -> acks ! n; expected = (expected + 1) % M
     :: else -> acks ! (expected + M - 1) % M
     fi
  od
}
