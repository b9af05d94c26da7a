/* Data of C that is part of a state. */
/* $ cc -DNOREDUCE; pan */
c_decl { short table[4]; }
c_track "table" "sizeof(table)" "Matched"
byte turn;

active proctype p() {
  c_code { table[0] = 1; };
  do
  :: c_expr { table[0] < 5 } -> c_code { table[0]++; }
  :: c_expr { table[0] >= 5 } -> break
  od;
  c_code [table[0] == 5] { table[1] = table[0]; };
  assert(c_expr { table[1] == 5 });
  turn = 1
}
