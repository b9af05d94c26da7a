/* Handshakes on a channel whose owners are asserted. SPIN does not take such an assertion of a rendezvous
 * channel; told to trust it all the same (-DXUSAFE) its reduction misses the error here. */
chan c = [0] of { byte };
byte state;

active proctype sender() {
  xs c;
  c!1
}

active proctype receiver() {
  xr c;
  byte got;
  if
  :: c?got
  :: state = 1; assert(false)
  fi
}
