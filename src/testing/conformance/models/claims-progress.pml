/* Cycles without progress. */
/* $ cc -DNP; pan -l */
/* $ cc -DNP; pan -l -f */
bit turn; byte n;

active proctype p() {
  do
  :: turn == 0 ->
progress: turn = 1
  :: turn == 1 -> skip
  od
}

active proctype q() { do :: turn == 1 -> turn = 0 od }
