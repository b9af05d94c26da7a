/* A claim written by hand: the counter must not fall back to nought once it has reached three. */
byte counter;

active proctype up() {
  do
  :: counter < 4 -> counter++
  :: counter == 4 -> counter = 0
  od
}

active proctype watch() {
  byte seen;
  do
  :: seen = counter
  od
}

never falls_back {
  do
  :: counter == 3 -> goto reached
  :: true
  od;
reached:
  do
  :: counter == 0 -> break
  :: counter != 0
  od
}
