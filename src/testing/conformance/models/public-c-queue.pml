/* The state of the model is in C: a ring of numbers, tracked. */
/* $ cc -DSAFETY -DNOREDUCE; pan */
/* $ cc -DSAFETY -DNOREDUCE -DCOLLAPSE; pan */
c_decl {
  typedef struct Ring { int head, count, cell[4]; } Ring;
}
c_state "Ring ring" "Global"
byte taken;

active [2] proctype producer() {
  do
  :: c_expr { now.ring.count < 4 } ->
     c_code {
       now.ring.cell[(now.ring.head + now.ring.count) % 4] = Pproducer->_pid;
       now.ring.count++;
     }
  :: taken > 4 -> break
  od
}

active proctype consumer() {
  do
  :: c_expr { now.ring.count > 0 } ->
     c_code { now.ring.head = (now.ring.head + 1) % 4; now.ring.count--; };
     if
     :: taken < 6 -> taken++
     :: else
     fi;
     assert(c_expr { now.ring.count >= 0 && now.ring.count <= 4 })
  :: taken > 5 -> break
  od
}
