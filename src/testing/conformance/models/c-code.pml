/* C among the statements, with variables of the model and of its own. */
/* $ cc -DNOREDUCE; pan */
c_decl { static int square(int x) { return x * x; } }
c_state "int total" "Global" "5"
int n;

active proctype p() {
  byte i;
  for (i : 1 .. 3) { c_code { now.n += square(Pp->i); now.total++; } };
  assert(n == 14);
  c_expr { now.total == 8 };
  assert(c_expr { now.n > 3 })
}
