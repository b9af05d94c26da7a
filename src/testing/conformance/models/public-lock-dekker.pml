/* Dekker's algorithm, with what it promises. */
/* $ pan -a -N apart */
/* $ pan -a -N first */
/* $ pan -a -f -N first */
bool wants[2], inside[2];
byte turn;

active [2] proctype user() {
  byte me = _pid, other = 1 - _pid;
  do
  :: wants[me] = true;
     do
     :: wants[other] ->
        if
        :: turn == other -> wants[me] = false; turn == me; wants[me] = true
        :: else
        fi
     :: else -> break
     od;
     inside[me] = true;
     inside[me] = false;
     turn = other;
     wants[me] = false
  od
}

ltl apart { [] !(inside[0] && inside[1]) }
ltl first { [] (wants[0] -> <> inside[0]) }
