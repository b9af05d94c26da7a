#ifndef N
#define N 4
#endif
/* Numbers in no order: 2, 4, 1, 3 where N is 4. */
#define NUMBER(i) ((((i) * 2 + 1) % (N + 1)) + 1 - ((((i) * 2 + 1) % (N + 1)) + 1 > N))

mtype = { candidate, winner };
chan ring[N] = [2 * N] of { mtype, byte };
