/* A directory that invalidates sharers by messages before it grants. */
/* $ cc -DSAFETY; pan */
/* $ cc -DSAFETY -DNOREDUCE; pan */
#define N 2
mtype = { get, grant, drop, dropped };
chan ask = [0] of { mtype, byte };
chan tell[N] = [1] of { mtype };
chan reply = [1] of { mtype };
byte owners;

active [N] proctype cache() {
  bool has;
end:
  do
  :: !has -> ask ! get, _pid; tell[_pid] ? grant; has = true; owners++; assert(owners == 1)
  :: has; tell[_pid] ? drop -> owners--; has = false; reply ! dropped
  od
}

active proctype directory() {
  byte owner = 255, who;
end:
  do
  :: ask ? get, who ->
     if
     :: owner != 255 && owner != who -> tell[owner] ! drop; reply ? dropped
     :: else
     fi;
     tell[who] ! grant;
     owner = who
  od
}
