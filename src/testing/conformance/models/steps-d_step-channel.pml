/* Messages sent and taken within one step. */
/* $ pan */
chan c = [2] of { byte };
byte got;

active proctype p() {
  d_step { c!4; c!6; c?got };
  assert(got == 4 && len(c) == 1);
  d_step { c?got; got = got + 1 };
  assert(got == 7)
}
