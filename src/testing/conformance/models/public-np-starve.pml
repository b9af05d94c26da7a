/* Progress only where the second phase is reached; a never claim by hand with np_. */
/* $ cc -DNOREDUCE; pan -a */
bool busy;
active [2] proctype worker() {
  do
  :: atomic { !busy -> busy = true };
     if
     :: skip; progress: skip
     :: skip
     fi;
     busy = false
  od
}
never {
  do
  :: true
  :: np_ -> break
  od;
accept: do :: np_ od
}
