/* Tickets: whoever has the number goes in. */
/* $ pan -a -N apart */
/* $ cc -DNOREDUCE; pan -a -N apart */
/* $ cc -DCOLLAPSE -DNOREDUCE; pan -N apart */
/* $ cc -DHC4; pan -N apart */
/* $ cc -DBITSTATE; pan -N apart -w18 */
byte next, serving, inside;

active [3] proctype user() {
  byte mine;
  do
  :: d_step { mine = next; next = (next + 1) % 4 };
     serving == mine;
     inside++;
     inside--;
     serving = (serving + 1) % 4
  od
}

ltl apart { [] (inside <= 1) }
