/* Escapes within escapes. */
/* $ cc -DNOREDUCE; pan */
byte level; bit inner, outer;

active proctype p() {
  {
    { level = 1; level = 2; level = 3 } unless { inner -> level = 10 };
    level = level + 20
  } unless { outer -> level = 50 };
  assert(level != 23)
}

active proctype q() { if :: inner = 1 :: outer = 1 :: skip fi }
