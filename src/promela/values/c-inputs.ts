/** Memory at a run's beginning, and claims at its end. */
export const inputs = String.raw`
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
