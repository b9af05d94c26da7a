/* How large a crate fits: parameters and objective of other names, the largest. */
typedef crate { byte width, height };
crate c;
byte load;
bool packed;
active proctype pack() {
  byte w, h; select (w : 1 .. 6); c.width = w;
  select (h : 1 .. 6); c.height = h;
  if :: c.width * 2 + c.height * 3 <= 18 -> load = c.width * c.height :: else fi;
  packed = true
}
