/* Looks into the local variable of another process, and at who went last. */
byte got;

active proctype counter() {
  byte n;
  do
  :: n < 3 -> n++
  :: else -> break
  od
}

active proctype watcher() {
  byte i;
  do
  :: i < 2 -> i++
  :: else -> break
  od;
  got = counter[0]:n;
  assert(got <= 2)
}
