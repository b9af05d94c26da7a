/* A table in C that nobody changes is no part of the state. */
/* $ cc -DSAFETY -DNOREDUCE; pan */
c_decl {
  static const int step[4] = { 1, 2, 3, 0 };
}
byte at, rounds;

active proctype walker() {
  do
  :: rounds < 3 ->
     c_code { now.at = step[now.at]; };
     if
     :: at == 0 -> rounds++
     :: else
     fi
  :: else -> break
  od;
  assert(at == 0 && rounds == 3)
}
