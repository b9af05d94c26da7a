/* A gate that closes before a train is there. */
/* $ pan -a -N safe */
/* $ pan -a -f -N opens */
chan sensor = [1] of { bit };
byte train;
bool closed;

active proctype rail() {
  do
  :: train == 0 -> sensor ! 1; train = 1
  :: train == 1 && closed -> train = 2
  :: train == 2 -> train = 0; sensor ! 0
  od
}

active proctype gate() {
  bit s;
  do
  :: sensor ? s -> closed = s
  od
}

ltl safe { [] (train == 2 -> closed) }
ltl opens { [] (closed -> <> !closed) }
