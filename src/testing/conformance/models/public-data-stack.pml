/* A stack without locks: top is taken by compare and swap, and a node that comes back deceives it. */
/* $ cc -DSAFETY; pan */
/* $ cc -DSAFETY -DREACH; pan -i */
#define NIL 0
byte top = 1, next[4];
bool popped[4];

inline cas(old, new, ok) { d_step { ok = top == old; if :: ok -> top = new :: else fi } }

active proctype one() {
  byte t, n;
  bool ok;
  do
  :: t = top; t != NIL -> n = next[t]; cas(t, n, ok);
     if
     :: ok -> assert(!popped[t]); popped[t] = true; break
     :: else
     fi
  :: top == NIL -> break
  od
}

active proctype two() {
  byte a, b;
  bool ok;
  a = top; a != NIL; b = next[a]; cas(a, b, ok);
  if
  :: ok && b != NIL ->
     popped[a] = true;
     top = next[b]; popped[b] = true;
     popped[a] = false; next[a] = top; top = a
  :: else
  fi
}

init { d_step { next[1] = 2; next[2] = 3; next[3] = NIL } }
