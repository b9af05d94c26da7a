/* The same by handshake: fairness and reduction do not go together here. */
chan call = [0] of { byte };
byte got;

active proctype caller() {
  do
  :: call!1
  :: call!2
  od
}

active proctype callee() {
  do
  :: call?got
  od
}

active proctype other() {
  byte n;
  do
  :: n < 2 -> n++
  :: else -> break
  od;
  got = 7
}

ltl seven { <> (got == 7) }
