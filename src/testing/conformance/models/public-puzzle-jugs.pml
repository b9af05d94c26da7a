/* Two jugs: the trail is how four litres are measured. */
#define BIG 5
#define SMALL 3
#define POUR(from, to, room) d_step { amount = ((from) < (room) - (to) -> (from) : (room) - (to)); from = from - amount; to = to + amount; amount = 0 }
/* $ cc; pan -a -N never_four */
/* $ cc -DREACH; pan -a -i -N never_four */
byte big, small; byte amount;
active proctype hands() {
  do
  :: big < BIG -> big = BIG
  :: small < SMALL -> small = SMALL
  :: big > 0 -> big = 0
  :: small > 0 -> small = 0
  :: big > 0 && small < SMALL -> POUR(big, small, SMALL)
  :: small > 0 && big < BIG -> POUR(small, big, BIG)
  od
}
ltl never_four { [] (big != 4) }
