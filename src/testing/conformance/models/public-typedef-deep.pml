/* Records in records in arrays; channels of records; mtype subsets. */
/* $ cc -DSAFETY; pan */
/* $ cc; pan -a -N settled */
mtype:level = { low, mid, top };
mtype:kind = { read, write };
typedef Cell { mtype:level level; short value[2] };
typedef Bank { Cell cell[2]; bit dirty };
typedef Request { mtype:kind kind; byte bank; short value };
Bank bank[2];
chan bus = [1] of { Request };
active proctype cpu() {
  Request r; byte i;
  for (i : 0 .. 3) {
    r.kind = (i & 1 -> write : read); r.bank = i / 2; r.value = -i;
    bus!r
  }
}
active proctype memory() {
  Request q; byte n;
  do
  :: n < 4 -> bus?q; n++;
     if
     :: q.kind == write ->
        bank[q.bank].cell[1].value[n % 2] = q.value; bank[q.bank].dirty = 1;
        bank[q.bank].cell[1].level = top
     :: q.kind == read -> assert(!bank[q.bank].dirty)
     fi
  :: else -> break
  od;
  printf("%e %d\n", bank[1].cell[1].level, bank[1].cell[1].value[0])
}
ltl settled { <> [] (bank[0].dirty && bank[1].cell[1].level == top) }
