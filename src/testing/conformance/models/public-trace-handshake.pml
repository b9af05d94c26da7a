/* The order of what is sent, as a trace. */
/* $ cc -DSAFETY; pan */
/* $ cc -DSAFETY; pan -e -c0 */
mtype = { open, data, close };
chan link = [1] of { mtype, byte };
trace {
  do
  :: link!open, 0; 
     do
     :: link!data, _
     :: link!close, _ -> break
     od
  od
}
active proctype sender() {
  byte i;
  link!open, 0;
  for (i : 1 .. 2) { link!data, i };
  if
  :: link!close, 9
  :: link!open, 0
  fi
}
active proctype receiver() {
  mtype m; byte n;
end: do :: link?m, n od
}
