/* A label of acceptance in a process: it must not be passed for ever. */
byte turn;

active proctype ping() {
  do
  :: turn == 0 ->
accept_ping:
     turn = 1
  :: turn == 2 -> break
  od
}

active proctype pong() {
  do
  :: turn == 1 -> turn = 0
  :: turn == 1 -> turn = 2; break
  od
}
