import { CAME_TO, kind, type Mode } from './c-words.ts';

/** Memory with its bounds, and which bytes are written. */
export const memory = (mode: Mode, configurations: number): string => String.raw`
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
  /* Of a loop that goes on for long the first rounds are told. */
  static int v_tells (void) { return v_telling () && v_steps <= 1000; }
  static void v_tell_access (int what, int place, int g, int i, const v_u8 *at, int n) {
    int k;
    if (!v_tells ()) return;
    printf ("@value %c %d %d %d %d %lld ", what, place, g, i, v_object, v_offset);
    for (k = n - 1; k >= 0; k--) printf ("%02x", at[k]);
    printf ("\n");
  }
  static void v_tell_variable (int place, int g, int i, int number, const void *value, int n) {
    int k;
    if (!v_tells ()) return;
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
