/* An elevator that goes on in its direction while there are calls. */
/* $ pan -a -N closed */
/* $ pan -a -f -N served */
/* $ cc -DNP; pan -l -f */
#define FLOORS 3
bool call[FLOORS];
byte at;
bool open, moves, up = true;

active proctype cabin() {
  do
  :: call[at] -> atomic { open = true; call[at] = false }; progress: open = false
  :: !call[at] && up && at < FLOORS - 1 -> moves = true; at++; moves = false
  :: !call[at] && up && at == FLOORS - 1 -> up = false
  :: !call[at] && !up && at > 0 -> moves = true; at--; moves = false
  :: !call[at] && !up && at == 0 -> up = true
  od
}

active proctype people() {
  do
  :: call[0] = true
  :: call[1] = true
  :: call[2] = true
  od
}

ltl closed { [] !(open && moves) }
ltl served { [] (call[2] -> <> (at == 2)) }
