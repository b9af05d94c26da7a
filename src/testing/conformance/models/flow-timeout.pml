/* What can be done when nobody else can do anything. */
/* $ pan */
chan c = [1] of { byte };
byte tries;

active proctype sender() {
  do
  :: tries < 3 -> c!tries; tries++
  :: timeout -> break
  od
}

active proctype loses() {
  byte x;
  end: do
  :: c?x
  od
}
