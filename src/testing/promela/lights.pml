/* Two lights over a crossing. A car that waits may wait for ever: the other road always comes first. */
mtype = { red, green };
mtype north = red, east = red;
bool waits;

active proctype control() {
  do
  :: east == red && north == red -> north = green; north = red
  :: waits && north == red && east == red -> east = green; waits = false; east = red
  od
}

active proctype car() {
  do
  :: !waits -> waits = true
  od
}

ltl apart { [] !(north == green && east == green) }
ltl served { [] (waits -> <> (east == green)) }
