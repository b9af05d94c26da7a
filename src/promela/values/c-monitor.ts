import { ACCESS, kind, MOST_COPIES, type Mode, STATUS } from './c-words.ts';

/** Who accesses what, and the accesses themselves. */
export const monitor = String.raw`
  static int v_other (v_u16 a, v_u16 b, int x) { return a && a != x ? a : b && b != x ? b : 0; }
  static void v_add (v_u16 *a, v_u16 *b, int x) {
    if (*a == x || *b == x) return;
    if (!*a) *a = x;
    else if (x < *a) { *b = *a; *a = x; }
    else if (!*b || x < *b) *b = x;
  }
  /* Notes an access (a copy of the group is known until it is waited for, and not noted); says who else was
     there and must not have been, from 1. Who writes the value that is there already disturbs no other who
     writes it. */
  static int v_note (V_Cell *c, int x, int kind, int same, int add) {
    int other = 0;
    if (kind != ${ACCESS.read}) other = v_other (c->r1, c->r2, x);
    if (!other && kind != ${ACCESS.atomic}) other = v_other (c->a1, c->a2, x);
    if (!other && !(kind == ${ACCESS.write} && same && !c->changed))
      other = v_other (c->w1, c->w2, x);
    if (!add) return other;
    if (kind == ${ACCESS.read}) v_add (&c->r1, &c->r2, x);
    else if (kind == ${ACCESS.atomic}) v_add (&c->a1, &c->a2, x);
    else {
      if (c->w1 && !same) c->changed = 1;
      v_add (&c->w1, &c->w2, x);
    }
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
    V_MONITOR V_EXCHANGE
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
  static const v_u8 *v_read (V_Item *I, int g, int i, v_u64 p, int n, int lax, int kind, int place) {
    const v_u8 *at = v_at (I, g, i, p, n, place);
    if (!at) return 0;
    v_tell_access ('r', place, g, i, at, n);
    if (!v_touch (I, g, i, p, n, kind, 0, place)) return 0;
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
export function stops(mode: Mode): string {
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
