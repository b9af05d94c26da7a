/** Arithmetic whose results C leaves open, half floats, and the arithmetic of claims. */
export const arithmetic = String.raw`
  static int v_zero, v_lost;
  static v_i32 v_div_i32 (v_i32 a, v_i32 b) { if (!b) { v_zero = 1; return 0; } return b == -1 ? (v_i32) (0u - (v_u32) a) : a / b; }
  static v_i32 v_mod_i32 (v_i32 a, v_i32 b) { if (!b) { v_zero = 1; return 0; } return b == -1 ? 0 : a % b; }
  static v_u32 v_div_u32 (v_u32 a, v_u32 b) { if (!b) { v_zero = 1; return 0; } return a / b; }
  static v_u32 v_mod_u32 (v_u32 a, v_u32 b) { if (!b) { v_zero = 1; return 0; } return a % b; }
  static v_i64 v_div_i64 (v_i64 a, v_i64 b) { if (!b) { v_zero = 1; return 0; } return b == -1 ? (v_i64) (0ull - (v_u64) a) : a / b; }
  static v_i64 v_mod_i64 (v_i64 a, v_i64 b) { if (!b) { v_zero = 1; return 0; } return b == -1 ? 0 : a % b; }
  static v_u64 v_div_u64 (v_u64 a, v_u64 b) { if (!b) { v_zero = 1; return 0; } return a / b; }
  static v_u64 v_mod_u64 (v_u64 a, v_u64 b) { if (!b) { v_zero = 1; return 0; } return a % b; }
  static double v_rounded (double x, int how) {
    switch (how) { case 1: return __builtin_rint (x); case 2: return __builtin_ceil (x); case 3: return __builtin_floor (x); }
    return __builtin_trunc (x);
  }
  /* An integer out of a floating number. What C leaves open is the lowest number of a type with a sign. */
  static v_i64 v_whole_signed (double x, int how, int keep, v_i64 low, v_i64 high) {
    x = v_rounded (x, how);
    if (x >= (double) low && x < (double) high + 1.0 && x < 9223372036854775808.0) return (v_i64) x;
    if (!keep) return low;
    return x != x ? 0 : x < 0 ? low : high;
  }
  static v_u64 v_whole_unsigned (double x, int how, int keep, v_i64 low, v_u64 high) {
    x = v_rounded (x, how);
    if (x >= 0 && x < (double) high + 1.0 && x < 18446744073709551616.0) return (v_u64) x;
    if (keep) return x != x || x < 0 ? 0 : high;
    if (x != x || x - x != 0) return 0;
    x = __builtin_fmod (x, 18446744073709551616.0);
    return x < 0 ? 0ull - (v_u64) -x : (v_u64) x;
  }
  static v_i64 v_clamp_signed (v_i64 x, v_i64 low, v_i64 high) { return x < low ? low : x > high ? high : x; }
  static v_u64 v_clamp_unsigned (v_u64 x, v_u64 high) { return x > high ? high : x; }
  /* Half floats: to the nearest, ties to even. */
  static v_u16 v_to_half (double x) {
    v_u64 b; int e; v_u16 sign; double m;
    __builtin_memcpy (&b, &x, 8);
    sign = (v_u16) (b >> 48 & 0x8000);
    if (x != x) return 0x7e00;
    m = x < 0 ? -x : x;
    if (m >= 65520.0) return sign | 0x7c00;
    if (m < 6.103515625e-05) return sign | (v_u16) __builtin_rint (m * 16777216.0);
    e = (int) (b >> 52 & 0x7ff) - 1023;
    m = __builtin_rint (__builtin_ldexp (m, 10 - e));
    return sign | (v_u16) (((v_u32) (e + 14) << 10) + (v_u32) m);
  }
  static float v_from_half (v_u16 h) {
    const int e = h >> 10 & 31;
    const double m = h & 1023;
    const double x = e == 31 ? (m ? __builtin_nan ("") : __builtin_inf ())
      : e ? __builtin_ldexp (m + 1024, e - 25) : __builtin_ldexp (m, -24);
    return (float) (h & 0x8000 ? -x : x);
  }
  static float v_round (double x) { return v_from_half (v_to_half (x)); }
  /* The arithmetic of what is claimed, of 128 bits: whatever has no value makes the claim undecided. */
  static v_whole v_plus (v_whole a, v_whole b) { v_whole r; if (__builtin_add_overflow (a, b, &r)) v_lost = 1; return r; }
  static v_whole v_minus (v_whole a, v_whole b) { v_whole r; if (__builtin_sub_overflow (a, b, &r)) v_lost = 1; return r; }
  static v_whole v_times (v_whole a, v_whole b) { v_whole r; if (__builtin_mul_overflow (a, b, &r)) v_lost = 1; return r; }
  static v_whole v_over (v_whole a, v_whole b) { if (!b || (b == -1 && a == -a)) { v_lost |= !b || a != 0; return 0; } return a / b; }
  static v_whole v_rest (v_whole a, v_whole b) { if (!b) { v_lost = 1; return 0; } return b == -1 ? 0 : a % b; }
  static v_whole v_left (v_whole a, v_whole b) { if (b < 0 || b > 125) { v_lost = 1; return 0; } return v_times (a, (v_whole) 1 << b); }
  static v_whole v_right (v_whole a, v_whole b) { if (b < 0 || b > 1000) { v_lost = 1; return 0; } return b > 127 ? (a < 0 ? -1 : 0) : a >> b; }
`;
