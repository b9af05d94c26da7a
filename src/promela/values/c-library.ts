import { FINDING_KINDS, type FindingKind } from '../../values/finding.ts';
import { INTEGER_FUNCTIONS } from './c-built-ins.ts';
import { TYPE_NAMES } from './c-type.ts';

/** How much of a run is part of a state: *chain*: one schedule is all there is, so that what follows from the
 * chosen inputs need not be; *mixed*: the order of atomic operations is chosen; *free*: that of all accesses
 * is. */
export type Mode = 'chain' | 'mixed' | 'free';

/** The most that any of the programs needs. */
export interface Sizes {
  readonly global: number;
  readonly local: number;
  readonly private: number;
  readonly globalCells: number;
  readonly localCells: number;
  readonly groups: number;
  readonly items: number;
  readonly chosen: number;
  /** The most values that one of them has. */
  readonly values: number;
}

/** Asynchronous copies of a group that may be under way. */
const MOST_COPIES = 8;

/** An array needs an element. */
const some = (length: number): number => Math.max(1, length);
const bits = (length: number): number => some(Math.ceil(length / 8));

/** The types of the run's memory. `registers` are the members of the union of the programs' own. */
export function declarations(mode: Mode, sizes: Sizes, registers: readonly string[]): string[] {
  const cells =
    mode === 'free'
      ? { local: 1, global: 1 }
      : { local: some(sizes.localCells), global: some(sizes.globalCells) };
  const chosen = sizes.values <= 256 ? 'v_u8' : sizes.values <= 65536 ? 'v_u16' : 'v_u32';
  return [
    'c_decl {',
    ...TYPE_NAMES.map((line) => `  ${line}`),
    '  /* Who wrote, read and atomically changed a piece of memory: the two lowest numbers of each, from 1. */',
    '  typedef struct { v_u16 w1, w2, r1, r2, a1, a2; } V_Cell;',
    '  typedef struct { v_u64 to, from; v_i64 elements, to_stride, from_stride; v_i32 bytes, event; } V_Copy;',
    '  typedef struct { v_i64 offset; v_i32 place, item, object, bytes; } V_Unknown;',
    ...registers.map((line) => `  ${line}`),
    `  typedef union { ${registers.map((_, k) => `V_R${k} p${k};`).join(' ')} } V_Registers;`,
    '  typedef struct {',
    '    V_Registers r;',
    '    v_u64 want, bits;',
    '    V_Copy copy;',
    '    v_i32 pc;',
    '    v_u8 status, kind, width, go, copied, arrived;',
    `    v_u8 own[${some(sizes.private)}], known[${bits(sizes.private)}];`,
    '  } V_Item;',
    '  typedef struct {',
    `    V_Item item[${sizes.items}];`,
    `    V_Copy copy[${MOST_COPIES}];`,
    '    V_Unknown unknown;',
    `    V_Cell local[${cells.local}], global[${cells.global}];`,
    `    v_u8 mem[${some(sizes.local)}], known[${bits(sizes.local)}];`,
    '  } V_Group;',
    '  typedef struct {',
    `    V_Group group[${mode === 'chain' ? 1 : sizes.groups}];`,
    `    V_Cell between[${cells.global}];`,
    `    v_u8 mem[${some(sizes.global)}];`,
    '  } V_Run;',
    `  typedef struct { ${chosen} value[${some(sizes.chosen)}]; } V_Input;`,
    '}',
    'c_state "V_Input v_input" "Global"',
    ...(mode === 'chain' ? ['c_code { static V_Run v_now; }'] : ['c_state "V_Run v_now" "Global"']),
    '',
  ];
}

const kind = (name: FindingKind): number => FINDING_KINDS.indexOf(name);

/** What an item is doing. */
export const STATUS = {
  ready: 0,
  barrier: 1,
  copy: 2,
  wait: 3,
  ended: 4,
  access: 5,
  endless: 6,
} as const;
/** What a step of the model comes to. */
export const CAME_TO = { on: 0, wrong: 1, nothing: 2, done: 3 } as const;
/** Accesses of memory. */
export const ACCESS = { read: 0, write: 1, atomic: 2 } as const;

const arithmetic = String.raw`
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
  /* The arithmetic of what is claimed, of 64 bits: whatever has no value makes the claim undecided. */
  static v_i64 v_plus (v_i64 a, v_i64 b) { v_i64 r; if (__builtin_add_overflow (a, b, &r)) v_lost = 1; return r; }
  static v_i64 v_minus (v_i64 a, v_i64 b) { v_i64 r; if (__builtin_sub_overflow (a, b, &r)) v_lost = 1; return r; }
  static v_i64 v_times (v_i64 a, v_i64 b) { v_i64 r; if (__builtin_mul_overflow (a, b, &r)) v_lost = 1; return r; }
  static v_i64 v_over (v_i64 a, v_i64 b) { if (!b || (b == -1 && a == -a)) { v_lost |= !b || a != 0; return 0; } return a / b; }
  static v_i64 v_rest (v_i64 a, v_i64 b) { if (!b) { v_lost = 1; return 0; } return b == -1 ? 0 : a % b; }
  static v_i64 v_left (v_i64 a, v_i64 b) { if (b < 0 || b > 62) { v_lost = 1; return 0; } return v_times (a, 1LL << b); }
  static v_i64 v_right (v_i64 a, v_i64 b) { if (b < 0 || b > 1000) { v_lost = 1; return 0; } return b > 63 ? (a < 0 ? -1 : 0) : a >> b; }
`;

/** Memory, its bounds, what is known of it, and the monitor of who accesses what. */
const memory = (mode: Mode, configurations: number): string => String.raw`
  /* Spaces: 0 global, 1 constant or written by nobody, 2 local, 3 private. */
  typedef struct { v_u8 space; v_i32 base, bytes, cell; } V_Object;
  typedef struct { v_i32 offset; v_u8 type; v_i64 low; v_u32 count; } V_Slot;
  typedef struct { const V_Object *object; const V_Slot *slot; int objects, slots, granule, groups, items, cells_global, cells_local; } V_Table;
  extern const V_Table v_tables[];
  static int v_found[${configurations}], v_ends[${configurations}];
  static int v_object, v_steps, v_races = 1;
  static v_i64 v_offset;
  static v_u8 v_old[V_GLOBAL];

  /* A number of the word NAME=N of the command line, as pan keeps it. */
  static long long v_word (const char *name, long long otherwise) {
    extern char o_cmdline[];
    const char *at = o_cmdline;
    const size_t length = strlen (name);
    for (; *at; at++)
      if ((at == o_cmdline || at[-1] == ' ') && !strncmp (at, name, length) && at[length] == '=')
        return strtoll (at + length + 1, 0, 10);
    return otherwise;
  }
  static int v_telling (void) { extern int readtrail; return readtrail != 0; }
  static V_Group *v_group (int g) { return &V_NOW.group[${mode === 'chain' ? '0' : 'g'}]; }

  /* Something is wrong: told once for each configuration, whose other paths are then left out. */
  static int v_fail (int kind, int place, int g, int i, int other, int object, v_i64 offset, int bytes) {
    if (v_found[now.configuration] && !v_telling ()) return ${CAME_TO.nothing};
    printf ("@wrong configuration=%d kind=%d place=%d group=%d item=%d other=%d object=%d offset=%lld bytes=%d\n",
      (int) now.configuration, kind, place, g, i, other, object, offset, bytes);
    v_found[now.configuration] = 1;
    return ${CAME_TO.wrong};
  }
  static void v_tell (int what, int place, int g, int i) {
    if (v_telling ()) printf ("@value %c %d %d %d\n", what, place, g, i);
  }
  static void v_tell_access (int what, int place, int g, int i, const v_u8 *at, int n) {
    int k;
    if (!v_telling ()) return;
    printf ("@value %c %d %d %d %d %lld ", what, place, g, i, v_object, v_offset);
    for (k = n - 1; k >= 0; k--) printf ("%02x", at[k]);
    printf ("\n");
  }
  static void v_tell_variable (int place, int g, int i, int number, const void *value, int n) {
    int k;
    if (!v_telling ()) return;
    printf ("@value v %d %d %d %d ", place, g, i, number);
    for (k = n - 1; k >= 0; k--) printf ("%02x", ((const v_u8 *) value)[k]);
    printf ("\n");
  }

  /* Where a pointer leads to; 0 after it was told that it leads nowhere. */
  static v_u8 *v_at (V_Item *I, int g, int i, v_u64 p, v_i64 n, int place) {
    const V_Table *T = &v_tables[now.configuration];
    const V_Object *o;
    v_object = (int) (p >> 32) - 1;
    v_offset = (v_i64) (p & 0xffffffffULL) - 2147483648LL;
    if (v_object < 0 || v_object >= T->objects) {
      v_fail (${kind('bounds')}, place, g, i, -1, -1, (v_i64) p, (int) n);
      return 0;
    }
    o = &T->object[v_object];
    if (v_offset < 0 || v_offset + n > o->bytes) {
      v_fail (${kind('bounds')}, place, g, i, -1, v_object, v_offset, (int) n);
      return 0;
    }
    switch (o->space) {
      case 2: return v_group (g)->mem + o->base + v_offset;
      case 3: return I->own + o->base + v_offset;
    }
    return V_NOW.mem + o->base + v_offset;
  }
  static int v_space (v_u64 p) {
    const V_Table *T = &v_tables[now.configuration];
    const int object = (int) (p >> 32) - 1;
    return object < 0 || object >= T->objects ? -1 : T->object[object].space;
  }

  /* Which bytes somebody has written. */
  static v_u8 *v_known_of (V_Item *I, int g, int *from) {
    const V_Object *o = &v_tables[now.configuration].object[v_object];
    *from = o->base + (int) v_offset;
    return o->space == 2 ? v_group (g)->known : o->space == 3 ? I->known : 0;
  }
  static int v_known (V_Item *I, int g, int n) {
    int from, k;
    const v_u8 *known = v_known_of (I, g, &from);
    if (known) for (k = from; k < from + n; k++) if (!(known[k >> 3] >> (k & 7) & 1)) return 0;
    return 1;
  }
  static void v_learn (V_Item *I, int g, int n, int is) {
    int from, k;
    v_u8 *known = v_known_of (I, g, &from);
    if (known) for (k = from; k < from + n; k++) {
      if (is) known[k >> 3] |= 1 << (k & 7);
      else known[k >> 3] &= ~(1 << (k & 7));
    }
  }
`;

const monitor = String.raw`
  static int v_other (v_u16 a, v_u16 b, int x) { return a && a != x ? a : b && b != x ? b : 0; }
  static void v_add (v_u16 *a, v_u16 *b, int x) {
    if (*a == x || *b == x) return;
    if (!*a) *a = x;
    else if (x < *a) { *b = *a; *a = x; }
    else if (!*b || x < *b) *b = x;
  }
  /* Notes an access (a copy of the group is known until it is waited for, and not noted); says who else was there and must not have been, from 1. */
  static int v_note (V_Cell *c, int x, int kind, int same, int add) {
    int other = 0;
    if (kind != ${ACCESS.read}) other = v_other (c->r1, c->r2, x);
    if (!other && kind != ${ACCESS.atomic}) other = v_other (c->a1, c->a2, x);
    if (!other && !(kind == ${ACCESS.write} && same)) other = v_other (c->w1, c->w2, x);
    if (!add) return other;
    if (kind == ${ACCESS.read}) v_add (&c->r1, &c->r2, x);
    else if (kind == ${ACCESS.write}) v_add (&c->w1, &c->w2, x);
    else v_add (&c->a1, &c->a2, x);
    return other;
  }
  static int v_overlap (v_u64 from, v_i64 elements, v_i64 stride, int bytes, v_u64 p, int n) {
    v_i64 k;
    for (k = 0; k < elements; k++, from += (v_u64) (stride * bytes))
      if (from < p + n && p < from + bytes) return 1;
    return 0;
  }
  /* An access of what v_at has found; 1 where it is all right. */
  static int v_touch (V_Item *I, int g, int i, v_u64 p, int n, int kind, int same, int place) {
    const V_Table *T = &v_tables[now.configuration];
    const V_Object *o = &T->object[v_object];
    V_Group *G = v_group (g);
    int c, k, other, last;
    if (o->space == 3 || o->space == 1) return 1;
    for (k = 0; k < ${MOST_COPIES}; k++) {
      V_Copy *copy = &G->copy[k];
      if (copy->event && (v_overlap (copy->to, copy->elements, copy->to_stride, copy->bytes, p, n)
          || (kind != ${ACCESS.read} && v_overlap (copy->from, copy->elements, copy->from_stride, copy->bytes, p, n)))) {
        v_fail (o->space == 2 ? ${kind('race-local')} : ${kind('race-global')}, place, g, i, T->items, v_object, v_offset, n);
        return 0;
      }
    }
    V_MONITOR
    last = o->cell + (int) ((v_offset + n - 1) / T->granule);
    for (c = o->cell + (int) (v_offset / T->granule); c <= last; c++) {
      other = v_note (o->space == 2 ? &G->local[c] : &G->global[c], i + 1, kind, same, i < T->items);
      if (other) {
        v_fail (o->space == 2 ? ${kind('race-local')} : ${kind('race-global')}, place, g, i, other - 1, v_object, v_offset, n);
        return 0;
      }
      if (o->space == 2) continue;
      other = v_note (&V_NOW.between[c], g + 1, kind, same, 1);
      if (other) {
        v_fail (${kind('race-between-groups')}, place, g, i, other - 1, v_object, v_offset, n);
        return 0;
      }
    }
    return 1;
  }

  /* Nobody has written what is read here. In local memory somebody may do so before the next meeting, and then
     it is a race: that is told then. */
  static int v_unknown (int g, int i, int n, int place) {
    V_Unknown *u = &v_group (g)->unknown;
    if (v_tables[now.configuration].object[v_object].space != 2) {
      v_fail (${kind('uninitialised')}, place, g, i, -1, v_object, v_offset, n);
      return 0;
    }
    if (u->bytes) return 1;
    u->offset = v_offset; u->place = place; u->item = i; u->object = v_object; u->bytes = n;
    return 1;
  }
  static const v_u8 *v_read (V_Item *I, int g, int i, v_u64 p, int n, int lax, int place) {
    const v_u8 *at = v_at (I, g, i, p, n, place);
    if (!at) return 0;
    v_tell_access ('r', place, g, i, at, n);
    if (!v_touch (I, g, i, p, n, ${ACCESS.read}, 0, place)) return 0;
    I->copied = 0;
    if (v_known (I, g, n)) return at;
    I->copied = 1;
    return lax || v_unknown (g, i, n, place) ? at : 0;
  }
  static int v_write (V_Item *I, int g, int i, v_u64 p, int n, const void *from, int lax, int place) {
    v_u8 *at = v_at (I, g, i, p, n, place);
    int same;
    if (!at) return 0;
    v_tell_access ('w', place, g, i, from, n);
    same = v_known (I, g, n) && !__builtin_memcmp (at, from, n);
    if (!v_touch (I, g, i, p, n, ${ACCESS.write}, same, place)) return 0;
    __builtin_memcpy (at, from, n);
    v_learn (I, g, n, !(lax && I->copied));
    I->copied = 0;
    return 1;
  }
  static v_u8 *v_change (V_Item *I, int g, int i, v_u64 p, int n, int blind, int place) {
    v_u8 *at = v_at (I, g, i, p, n, place);
    if (!at) return 0;
    if (!v_touch (I, g, i, p, n, ${ACCESS.atomic}, 0, place)) {
      v_tell_access ('a', place, g, i, at, n);
      return 0;
    }
    if (!blind && !v_known (I, g, n) && !v_unknown (g, i, n, place)) return 0;
    v_learn (I, g, n, 1);
    return at;
  }
`;

/** Where an item stops so that others may come first. */
function stops(mode: Mode): string {
  if (mode === 'chain') return '';
  return String.raw`
  static int v_stop (V_Item *I, v_u64 p, int n, int kind, v_u64 bits, int pc) {
    const int space = v_space (p);
    if (I->go) { I->go = 0; I->want = 0; I->bits = 0; I->kind = 0; I->width = 0; return 0; }
    if (space != 0 && space != 2) return 0;
    I->status = ${STATUS.access}; I->want = p; I->width = n; I->kind = kind; I->bits = bits; I->pc = pc;
    return 1;
  }`;
}

/** What items do together, and how a run goes on. */
const together = (mode: Mode): string => String.raw`
  static int v_item (int g, int i, int go) {
    V_Item *I = &v_group (g)->item[i];
    int came;
    v_zero = 0;
    if (I->status != ${STATUS.ready} && !(go && I->status == ${STATUS.access})) return ${CAME_TO.on};
    if (v_found[now.configuration] && !v_telling ()) return ${CAME_TO.nothing};
    I->status = ${STATUS.ready};
    I->go = go;
    v_steps = 0;
    came = v_execute (I, g, i);
    I->go = 0;
    return came;
  }
  static int v_region (int g) {
    const int items = v_tables[now.configuration].items;
    int i, came;
    for (i = 0; i < items; i++) if ((came = v_item (g, i, 0))) return came;
    return ${CAME_TO.on};
  }
  static void v_start_group (int g) {
    const int items = v_tables[now.configuration].items;
    V_Group *G = v_group (g);
    int i;
    __builtin_memset (G, 0, sizeof *G);
    for (i = 0; i < items; i++) { v_start (&G->item[i]); v_tell ('s', 0, g, i); }
  }
  static int v_same_copy (const V_Copy *a, const V_Copy *b) {
    return a->to == b->to && a->from == b->from && a->elements == b->elements && a->event == b->event
      && a->to_stride == b->to_stride && a->from_stride == b->from_stride;
  }
  /* The group copies as one; it counts as an item of its own, with the number after the last. */
  static int v_copy (int g, int place) {
    const int items = v_tables[now.configuration].items;
    V_Group *G = v_group (g);
    V_Item *I = &G->item[0];
    V_Copy copy = I->copy;
    v_i64 k;
    int s;
    for (s = 0; s < ${MOST_COPIES} && G->copy[s].event; s++);
    if (s == ${MOST_COPIES}) { printf ("@lost configuration=%d copies\n", (int) now.configuration); return -1; }
    if (copy.elements < 0) copy.elements = 0;
    for (k = 0; k < copy.elements; k++) {
      v_u8 value[8];
      const v_u8 *at = v_read (I, g, items, copy.from + (v_u64) (k * copy.from_stride * copy.bytes), copy.bytes, 0, place);
      if (!at) return 0;
      __builtin_memcpy (value, at, copy.bytes);
      if (!v_write (I, g, items, copy.to + (v_u64) (k * copy.to_stride * copy.bytes), copy.bytes, value, 0, place)) return 0;
    }
    if (!copy.event) copy.event = s + 1;
    G->copy[s] = copy;
    return copy.event;
  }
  /* All items of a group have stopped: goes on behind where they meet. */
  static int v_meet (int g) {
    const V_Table *T = &v_tables[now.configuration];
    V_Group *G = v_group (g);
    V_Item *I = &G->item[0];
    int i, k, event = 0, place = I->pc, status = I->status;
    if (G->unknown.bytes)
      return v_fail (${kind('uninitialised')}, G->unknown.place, g, G->unknown.item, -1, G->unknown.object, G->unknown.offset, G->unknown.bytes);
    for (i = 0; i < T->items; i++)
      if (G->item[i].status == ${STATUS.endless})
        return v_fail (${kind('non-termination')}, G->item[i].pc, g, i, -1, -1, 0, 0);
    for (i = 1; i < T->items; i++) {
      V_Item *J = &G->item[i];
      if (J->status == status && (status == ${STATUS.ended} || J->pc == place)
      &&  (status != ${STATUS.copy} && status != ${STATUS.wait} || v_same_copy (&I->copy, &J->copy))) continue;
      if (status == ${STATUS.ended}) return v_fail (${kind('divergence')}, J->pc, g, i, 0, -1, 0, 0);
      return v_fail (${kind('divergence')}, place, g, 0, i, -1, J->status == ${STATUS.ended} ? -1 : J->pc, 0);
    }
    if (status == ${STATUS.ended}) return ${CAME_TO.done};
    if (status == ${STATUS.copy}) {
      v_tell ('c', place, g, -1);
      event = v_copy (g, place);
      if (event == 0) return ${CAME_TO.wrong};
      if (event < 0) return ${CAME_TO.nothing};
    } else if (status == ${STATUS.wait}) {
      for (k = 0; k < ${MOST_COPIES}; k++)
        if (G->copy[k].event && (I->copy.to >> G->copy[k].event & 1)) __builtin_memset (&G->copy[k], 0, sizeof G->copy[k]);
    } else {
      if (I->kind & 1) __builtin_memset (G->local, 0, sizeof G->local);
      if (I->kind & 2) __builtin_memset (G->global, 0, sizeof G->global);
    }
    for (i = 0; i < T->items; i++) {
      V_Item *J = &G->item[i];
      J->status = ${STATUS.ready};
      J->pc = place + 1;
      J->kind = 0;
      J->arrived = 0;
      __builtin_memset (&J->copy, 0, sizeof J->copy);
      if (event) v_got_event (J, place, event);
      v_tell ('l', place, g, i);
    }
    return ${CAME_TO.on};
  }
${mode === 'mixed' ? settling : ''}${mode === 'free' ? clashes : ''}`;

/** Runs all that can be run without choosing. */
const settling = String.raw`
  static int v_settle (void) {
    const V_Table *T = &v_tables[now.configuration];
    int g, i, came, left, busy;
    do {
      busy = left = 0;
      for (g = 0; g < T->groups; g++) {
        int pending = 0;
        if (V_NOW.group[g].item[0].arrived == 2) continue;
        if ((came = v_region (g))) return came;
        for (i = 0; i < T->items; i++) if (V_NOW.group[g].item[i].status == ${STATUS.access}) pending++;
        left += pending;
        if (pending) continue;
        came = v_meet (g);
        if (came == ${CAME_TO.done}) { V_NOW.group[g].item[0].arrived = 2; continue; }
        if (came) return came;
        busy = 1;
      }
    } while (busy);
    return left ? ${CAME_TO.on} : ${CAME_TO.done};
  }
  static int v_pending (int x) {
    const V_Table *T = &v_tables[now.configuration];
    return V_NOW.group[x / T->items].item[x % T->items].status == ${STATUS.access};
  }
`;

/** Two accesses that could come next, in either order, and must not. */
const clashes = String.raw`
  static int v_clash (int g, int i) {
    const V_Table *T = &v_tables[now.configuration];
    V_Item *I = &v_group (g)->item[i];
    const int local = v_space (I->want) == 2;
    int h, j;
    for (h = 0; h < T->groups; h++) for (j = 0; j < T->items; j++) {
      V_Item *J = &v_group (h)->item[j];
      if ((h == g && j == i) || J->status != ${STATUS.access} || (local && h != g)) continue;
      if (!v_races || !(I->want < J->want + J->width && J->want < I->want + I->width)) continue;
      if (I->kind == J->kind && (I->kind != ${ACCESS.write}
        || (I->want == J->want && I->width == J->width && I->bits == J->bits))) continue;
      v_object = (int) (I->want >> 32) - 1;
      v_offset = (v_i64) (I->want & 0xffffffffULL) - 2147483648LL;
      return v_fail (h != g ? ${kind('race-between-groups')} : local ? ${kind('race-local')} : ${kind('race-global')},
        I->pc, g, i, h != g ? h : j, v_object, v_offset, I->width);
    }
    return 0;
  }
  static int v_step (int g, int i) {
    if (v_found[now.configuration] && !v_telling ()) return ${CAME_TO.nothing};
    return v_clash (g, i) ? ${CAME_TO.wrong} : v_item (g, i, 1);
  }
`;

/** The functions that every model has, in pieces that SPIN can take. `between` come those of the programs. */
export function library(
  mode: Mode,
  sizes: Sizes,
  configurations: number,
): { readonly before: readonly string[]; readonly after: readonly string[] } {
  const names = (text: string): string =>
    text
      .replaceAll('V_GLOBAL', String(some(sizes.global)))
      .replaceAll('V_MONITOR', mode === 'free' ? 'return 1;' : '');
  const piece = (text: string): string => `c_code {${names(text)}}`;
  return {
    before: [arithmetic, INTEGER_FUNCTIONS, memory(mode, configurations), monitor, stops(mode)]
      .filter((text) => text !== '')
      .map(piece),
    after: [together(mode), inputs].map(piece),
  };
}

const inputs = String.raw`
  static void v_put (v_u8 *at, int type, v_i64 x) {
    const float f = (float) x; const double d = (double) x; v_u16 h;
    switch (type) {
      case 1: case 2: case 4: case 8: __builtin_memcpy (at, &x, type); return;
      case 16: h = v_to_half (d); __builtin_memcpy (at, &h, 2); return;
      case 32: __builtin_memcpy (at, &f, 4); return;
      default: __builtin_memcpy (at, &d, 8);
    }
  }
  static void v_fill_chosen (v_u8 *mem) {
    const V_Table *T = &v_tables[now.configuration];
    int s;
    for (s = 0; s < T->slots; s++)
      if (T->slot[s].offset >= 0) v_put (mem + T->slot[s].offset, T->slot[s].type, T->slot[s].low + (v_i64) now.v_input.value[s]);
  }
  static void v_tell_array (int object) {
    const V_Object *o = &v_tables[now.configuration].object[object];
    int k;
    if (o->space > 1) return;
    printf ("@array %d ", object);
    for (k = 0; k < o->bytes; k++) printf ("%02x", V_NOW.mem[o->base + k]);
    printf ("\n");
  }
  static void v_begin (void) {
    const V_Table *T = &v_tables[now.configuration];
    int s;
    __builtin_memset (&V_NOW, 0, sizeof V_NOW);
    v_fill (V_NOW.mem);
    v_fill_chosen (V_NOW.mem);
    v_races = (int) v_word ("races", 1);
    v_most_steps = (int) v_word ("steps", v_most_steps);
    if (!v_telling ()) return;
    for (s = 0; s < T->objects; s++) v_tell_array (s);
    printf ("@inputs %d", (int) now.configuration);
    for (s = 0; s < T->slots; s++) printf (" %lld", T->slot[s].low + (v_i64) now.v_input.value[s]);
    printf ("\n");
  }
  static int v_ensured (void) {
    if (!v_ends[now.configuration]++) printf ("@ended configuration=%d\n", (int) now.configuration);
    v_fill (v_old);
    v_fill_chosen (v_old);
    return v_claims ();
  }
`;
