/* An agreement on a key that an intruder may change on the way. */
/* $ cc -DSAFETY; pan */
/* $ cc -DSAFETY; pan -c0 */
chan up = [1] of { byte };
chan down = [1] of { byte };
byte key_a, key_b;

active proctype a() {
  byte got;
  up ! 3;
  down ? got;
  key_a = (got * 3) % 7
}

active proctype b() {
  byte got;
  up ? got;
  down ! 5;
  key_b = (got * 5) % 7
}

active proctype eve() {
  byte seen;
  do
  :: up ? seen -> up ! (seen + 1) % 7; break
  :: break
  od
}

active proctype judge() {
  key_a > 0 && key_b > 0;
  assert(key_a == key_b)
}
