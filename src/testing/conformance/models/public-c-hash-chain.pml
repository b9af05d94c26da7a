/* A hash chain in C, tracked and hidden parts, c_state Local. */
/* $ cc -DSAFETY -DNOREDUCE; pan */
/* $ cc -DSAFETY -DNOREDUCE -DCOLLAPSE; pan */
c_decl {
\#include <string.h>
\#include <stdint.h>
#define MIX(h, v) ((uint32_t) (((h) ^ (v)) * 16777619u))
  static int calls;
}
c_state "uint32_t sum" "Global"
c_state "short turn" "Local mixer" "1"
c_code { static uint32_t fold(uint32_t h, int v) { calls++; return MIX(h, v); } }
byte rounds;
active [2] proctype mixer() {
  do
  :: rounds < 4 ->
     c_code { now.sum = fold(now.sum, Pmixer->_pid + Pmixer->turn); Pmixer->turn++; };
     rounds++
  :: else -> break
  od;
  assert(c_expr { Pmixer->turn >= 1 && calls > 0 })
}
