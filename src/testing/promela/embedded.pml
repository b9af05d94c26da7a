/* C of its own: the counter is a part of the state, the function is not known to SPIN. */
c_decl { \#define MOST 5
typedef struct { int value; } Counter; };
c_state "Counter counter" "Global";

c_code { static int is_full(int value) { return value >= MOST; } };

byte turns;

active proctype main() {
  c_code { now.counter.value = 0; };
  do
  :: c_expr { !is_full (now.counter.value) } -> c_code { now.counter.value++; }; turns++
  :: c_expr { is_full (now.counter.value) } -> break
  od;
  assert(turns == 5)
}

active proctype other() {
  assert(turns <= 4)
}
