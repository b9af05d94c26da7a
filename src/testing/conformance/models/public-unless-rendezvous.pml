/* A call that may be broken off while it waits for its partner. */
/* $ cc -DSAFETY -DNOREDUCE; pan */
/* $ cc -DSAFETY -DNOREDUCE; pan -e -c0 */
/* $ cc -DNOREDUCE; pan -a -N ends */
chan call = [0] of { byte };
chan reply = [0] of { byte, bool };
bool broken; byte done;
active proctype client() {
  byte got; bool ok;
  {
    call!7;
    reply?got, ok;
    assert(ok && got == 8)
  } unless { broken };
  done++
}
active proctype server() {
  byte n;
  do
  :: atomic { call?n -> n++; reply!n, true }
  :: done > 0 -> break
  od unless { broken && done > 0 }
}
active proctype breaker() {
  if
  :: broken = true
  :: skip
  fi
}
ltl ends { <> (done == 1) }
