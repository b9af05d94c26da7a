/* Messages of a declared type. */
/* $ pan */
typedef Order { byte item; short amount };
chan c = [1] of { Order };

active proctype p() {
  Order out, in_;
  out.item = 3; out.amount = -7;
  c!out; c?in_;
  assert(in_.item == 3 && in_.amount == -7)
}
