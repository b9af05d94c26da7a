/* Macros, conditions, and what is included. */
/* $ pan */
#define LIMIT 3
#define NEXT(x) ((x) + 1)
#include "pieces.h"
#ifdef ABSENT
this is no Promela
#elif LIMIT > 2
byte n = START;
#else
byte wrong;
#endif
#undef START
#ifndef START
byte second;
#endif

active proctype p() {
  do // a comment of one line, with 'quotes"
  :: n < LIMIT -> n = NEXT(n) /* and one
    of two */
  :: else -> break
  od;
  assert(n == LIMIT)
}
