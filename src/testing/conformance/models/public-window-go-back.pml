/* A message that comes too late is taken for a new one when numbers have one bit and lines have room. */
/* $ cc -DSAFETY; pan */
/* $ cc -DSAFETY -DBFS; pan */
chan line = [3] of { bit, byte };
byte wanted;

active proctype sender() {
  byte n;
  for (n : 0 .. 2) {
    line ! n % 2, n;
    if
    :: line ! n % 2, n
    :: true
    fi
  }
}

active proctype receiver() {
  bit b;
  byte v;
end:
  do
  :: line ? b, v ->
     if
     :: b == wanted % 2 -> assert(v == wanted); wanted++
     :: else
     fi
  od
}
