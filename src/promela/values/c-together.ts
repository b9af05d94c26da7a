import { sparesReturned } from '../../front/language.ts';
import { WARP_SIZE } from '../../front/warp.ts';
import { ACCESS, CAME_TO, kind, MOST_COPIES, type Mode, STATUS } from './c-words.ts';
import type { Laid } from './layout.ts';

/** How items of the programs meet. */
export interface Meetings {
  /** Lanes of warps meet as well. */
  readonly warps: boolean;
  /** Those who have ended are not waited for. */
  readonly mayEnd: boolean;
}

export const meetingsOf = (laid: readonly Laid[]): Meetings => ({
  warps: laid.some(({ program }) => program.code.some(({ kind }) => kind === 'meet')),
  mayEnd: laid.some(({ program }) => sparesReturned(program.language)),
});

/** Lanes that wait for no other of their warp go on. */
const inWarps = (mayEnd: boolean): string => String.raw`
  static int v_warps (int g) {
    const V_Table *T = &v_tables[now.configuration];
    V_Group *G = v_group (g);
    int i, j, k, met = 0, running = 0;
    for (i = 0; i < T->items; i++) if (G->item[i].status != ${STATUS.ended}) running++;
    for (i = 0; i < T->items; i++) {
      V_Item *I = &G->item[i];
      const int from = i - i % ${WARP_SIZE}, place = I->pc, orders = I->kind & 1;
      const v_u32 mask = (v_u32) I->copy.to;
      v_u32 set = 0;
      int complete = 1, lanes = 0;
      if (I->status != ${STATUS.meet}) continue;
      for (k = 0; k < ${WARP_SIZE} && from + k < T->items; k++) {
        V_Item *J = &G->item[from + k];
        if (!(mask >> k & 1)) continue;
        if (J->status == ${STATUS.ended}) { complete &= ${mayEnd ? '!(I->kind & 4)' : 0}; continue; }
        if (J->status != ${STATUS.meet} || J->pc != place || (v_u32) J->copy.to != mask) complete = 0;
        set |= 1u << k; lanes++;
      }
      if (!complete || !(set >> (i - from) & 1)) continue;
      for (k = 0; k < ${WARP_SIZE}; k++) if (set >> k & 1 && G->item[from + k].copy.elements != I->copy.elements)
        return v_fail (${kind('divergence')}, place, g, i, from + k, -1, place, 0);
      if (orders && lanes == running) {
        __builtin_memset (G->local, 0, sizeof G->local);
        __builtin_memset (G->global, 0, sizeof G->global);
      } else if (orders) { printf ("@lost configuration=%d warps\n", (int) now.configuration); return ${CAME_TO.nothing}; }
      for (k = 0; k < ${WARP_SIZE}; k++) if (set >> k & 1) {
        V_Item *J = &G->item[from + k];
        J->status = ${STATUS.ready}; J->pc = place + 1; J->kind = 0;
        __builtin_memset (&J->copy, 0, sizeof J->copy);
        v_got_event (J, place, (int) set);
        v_tell ('l', place, g, from + k);
      }
      met = 1;
    }
    /* Those who wait elsewhere, or have ended, come to the group again. */
    for (i = 0; met && i < T->items; i++) G->item[i].arrived = 0;
    return met ? ${CAME_TO.on} : -1;
  }
`;

/** Items meet here, and a run goes on. */
export const together = (mode: Mode, { warps, mayEnd }: Meetings): string => String.raw`
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
      const v_u8 *at = v_read (I, g, items, copy.from + (v_u64) (k * copy.from_stride * copy.bytes), copy.bytes, 0, ${ACCESS.read}, place);
      if (!at) return 0;
      __builtin_memcpy (value, at, copy.bytes);
      if (!v_write (I, g, items, copy.to + (v_u64) (k * copy.to_stride * copy.bytes), copy.bytes, value, 0, place)) return 0;
    }
    if (!copy.event) copy.event = s + 1;
    G->copy[s] = copy;
    return copy.event;
  }
${warps ? inWarps(mayEnd) : ''}  /* All items of a group have stopped: goes on behind where they meet. */
  static int v_meet (int g) {
    const V_Table *T = &v_tables[now.configuration];
    V_Group *G = v_group (g);
    V_Item *I = &G->item[0];
    int i, k, event = 0, place = I->pc, status = I->status;
${warps ? '    int came = v_warps (g);\n    if (came >= 0) return came;\n' : ''}${mayEnd ? passEnded : ''}    if (G->unknown.bytes)
      return v_fail (${kind('uninitialised')}, G->unknown.place, g, G->unknown.item, -1, G->unknown.object, G->unknown.offset, G->unknown.bytes);
    for (i = 0; i < T->items; i++)
      if (G->item[i].status == ${STATUS.endless})
        return v_fail (${kind('non-termination')}, G->item[i].pc, g, i, -1, -1, 0, 0);
    for (i = ${mayEnd ? 0 : 1}; i < T->items; i++) {
      V_Item *J = &G->item[i];
      if (J->status == status && (status == ${STATUS.ended} || J->pc == place)
      &&  v_same_copy (&I->copy, &J->copy)) continue;
${mayEnd ? `      if (J->status == ${STATUS.ended} && !(I->kind & 4)) continue;\n` : ''}      if (status == ${STATUS.ended}) return v_fail (${kind('divergence')}, J->pc, g, i, 0, -1, 0, 0);
      return v_fail (${kind('divergence')}, place, g, ${mayEnd ? '(int) (I - G->item)' : '0'}, i, -1, J->status == ${STATUS.ended} ? -1 : J->pc, 0);
    }
    if (status == ${STATUS.ended}) return ${CAME_TO.done};
${warps ? `    if (status == ${STATUS.meet}) return v_fail (${kind('divergence')}, place, g, (int) (I - G->item), 0, -1, place, 0);\n` : ''}    if (status == ${STATUS.copy}) {
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
      J->arrived = 0;
${mayEnd ? `      if (J->status == ${STATUS.ended}) continue;\n` : ''}      J->status = ${STATUS.ready};
      J->pc = place + 1;
      J->kind = 0;
      __builtin_memset (&J->copy, 0, sizeof J->copy);
      if (event) v_got_event (J, place, event);
      v_tell ('l', place, g, i);
    }
    return ${CAME_TO.on};
  }
${mode === 'mixed' ? settling : ''}${mode === 'free' ? clashes : ''}`;

/** The first item that has not ended says where they meet. */
const passEnded = String.raw`    for (i = 0; i < T->items && G->item[i].status == ${STATUS.ended}; i++);
    if (i < T->items) { I = &G->item[i]; place = I->pc; status = I->status; }
`;

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
