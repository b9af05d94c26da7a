/* A nonce is taken once, so that what was heard before is refused. */
/* $ cc -DSAFETY; pan */
/* $ spin -m; cc -DSAFETY; pan */
chan line = [2] of { byte, byte };
bool used[4];
byte taken;

active proctype sender() {
  byte nonce;
  for (nonce : 0 .. 3) {
    line ! nonce, 7
  }
}

active proctype replayer() {
  byte n, v, times;
  for (times : 1 .. 2) {
    if
    :: atomic { line ? n, v -> line ! n, v }
    :: true
    fi
  }
}

active proctype receiver() {
  byte n, v;
end:
  do
  :: line ? n, v ->
     if
     :: !used[n] -> used[n] = true; taken++
     :: else
     fi;
     assert(taken <= 4)
  od
}
