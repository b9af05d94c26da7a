/* xr and xs of handshakes, which SPIN does not take. */
/* $ pan */
chan c = [0] of { byte };
byte n;

active proctype sender() { xs c; c!5 }
active proctype receiver() { xr c; c?n; assert(n == 5) }
