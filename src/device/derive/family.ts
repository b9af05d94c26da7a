import { groupedBy } from '../../base/grouped.ts';
import { slopeAt } from './form.ts';
import { placed } from './names.ts';
import type { Dimension, Guard, Use } from './gather.ts';
import type { PlanAccess, PlanElement } from './plan.ts';
import { bytesIn, rowsOf, type Runs, spread, type Stride, together } from './runs.ts';
import { isOfItems, type Setting } from './setting.ts';

/** A rolled loop around straight code. */
export interface Frame {
  readonly slot: number;
  /** Rounds of the busiest lane, and of the lanes on average. */
  readonly count: number;
  readonly mean: number;
}

/** Accesses of one array that differ by constants alone: what one loads, another has already. */
export interface Family {
  readonly access: PlanAccess | PlanElement;
  readonly share: number;
  readonly guards: readonly Guard[];
  /** Accesses of a work-item, each address once where nothing prevents it. */
  readonly count: number;
  /** Dimensions whose iterations each have their own accesses. */
  readonly separate: readonly Dimension[];
  /** The bytes of an item within one of those, from the start of the array; absent where they are not known. */
  readonly runs?: Runs | undefined;
  /** Rows that these are in: as many as the outermost loop that moves it passes. */
  readonly rows: number;
  /** How it moves with the dimensions of the group, with unrolled loops and with frames around; undefined
   * entries where that is no constant. */
  readonly starts: readonly number[];
  readonly strides: readonly Stride[];
  readonly uses: readonly Use[];
}

/** Sorts loads and stores into families. */
export function familiesOf(setting: Setting, uses: readonly Use[]): Family[] {
  const groups = groupedBy(uses, (use, at) => keyOf(setting, use) ?? String(at));
  return [...groups.values()].map((group) => familyOf(setting, group));
}

/** Loads that the first cache serves alike: those of a line, whatever guards keep them from being one instruction.
 * Each list is in the order of the text; loads that stand alone are in none. */
export function neighboursOf(setting: Setting, families: readonly Family[]): readonly Family[][] {
  const groups = groupedBy(families, ({ uses: [use], access: { kind, memory, atomic } }) => {
    const isCached = kind === 'load' && !atomic && memory !== 'local' && memory !== 'private';
    return use && isCached ? keyOf(unguarded(setting), use) : undefined;
  });
  return [...groups.values()].filter((group) => group.length > 1);
}

/** The union of several families. */
export const unionOf = (setting: Setting, families: readonly Family[]): Family =>
  familyOf(
    unguarded(setting),
    families.flatMap(({ uses }) => uses),
  );

const unguarded = (setting: Setting): Setting => ({
  ...setting,
  terms: { ...setting.terms, guards: false },
});

/** The same for uses that may be of one family; none for those that stand alone. */
function keyOf(setting: Setting, { access, dimensions, guards }: Use): string | undefined {
  const { form, kind, array, bytes } = access;
  const { values, item, terms } = setting;
  if (form === undefined || !terms.reuse) return undefined;
  const slopes = item.map(({ slot }) => slopeAt(form, slot, values));
  const isKnown = form.moving.every(({ slope }) => slope !== undefined);
  if (!isKnown || slopes.includes(undefined)) return undefined;
  const held = blocking(setting, guards).map(({ form: guard, holds }) => {
    const at = dimensions.flatMap(({ slot }, place) =>
      guard.moving.some((moving) => moving.slot === slot) ? [place] : [],
    );
    return `${String(idOf(guard.compute))} ${String(holds)} ${at.join()}`;
  });
  return [kind, array, bytes, access.atomic, ...slopes, ...held].join(' ');
}

const ids = new WeakMap<object, number>();
let next = 0;

function idOf(something: object): number {
  const known = ids.get(something);
  if (known !== undefined) return known;
  next += 1;
  ids.set(something, next);
  return next;
}

/** Guards that keep loads apart. */
export const blocking = (setting: Setting, guards: readonly Guard[]): readonly Guard[] =>
  setting.terms.guards ? guards.filter(({ parts, form }) => parts && isOfItems(setting, form)) : [];

function familyOf(setting: Setting, uses: readonly Use[]): Family {
  const [first] = uses;
  if (first === undefined) throw new Error('a family has an access');
  const { access, guards } = first;
  const { form } = access;
  const share = Math.max(...uses.map((use) => use.share));
  const common = { access, guards, share, uses };
  const all = uses.reduce((sum, use) => sum + product(use.dimensions), 0);
  const isGuarded = (slot: number): boolean =>
    blocking(setting, guards).some((guard) =>
      guard.form.moving.some((moving) => moving.slot === slot),
    );
  const alone = { ...common, count: all, separate: [], rows: 1, starts: [], strides: [] };
  if (form === undefined) return alone;
  const separate = first.dimensions.filter(({ slot }) => isGuarded(slot));
  const parts = uses.map((use) => stridesOf(setting, use, isGuarded));
  const strides = parts[0];
  if (strides === undefined || parts.includes(undefined)) return alone;
  const starts = uses.map((use) => startOf(setting, use));
  const runs = together(starts.map((start, at) => spread(start, access.bytes, parts[at] ?? [])));
  const count = setting.terms.reuse ? (bytesIn(runs) / access.bytes) * product(separate) : all;
  const outermost = strides.find(({ step, count: times }) => step !== 0 && times > 1);
  const row = Math.abs(outermost?.step ?? 0);
  const apart = separate.filter(
    ({ slot }) => Math.abs(slopeAt(form, slot, setting.values) ?? 0) >= row,
  );
  const rows = row === 0 ? 1 : rowsOf(runs, row) * product(apart);
  return { ...common, count, separate, runs, rows, starts, strides };
}

export const product = (dimensions: readonly { readonly count: number }[]): number =>
  dimensions.reduce((all, { count }) => all * count, 1);

function stridesOf(
  { values }: Setting,
  { access, dimensions }: Use,
  isGuarded: (slot: number) => boolean,
): Stride[] | undefined {
  const { form } = access;
  if (form === undefined) return undefined;
  const strides: Stride[] = [];
  for (const { slot, count } of dimensions) {
    if (isGuarded(slot)) continue;
    const step = slopeAt(form, slot, values);
    if (step === undefined) return undefined;
    strides.push({ step, count });
  }
  return strides;
}

/** Where the first item of the group begins, with all unrolled loops at their first iteration. */
function startOf({ values }: Setting, { access, dimensions }: Use): number {
  const first = dimensions.map(({ slot }) => [slot, 0] as const);
  return access.form?.compute(placed(values, first)) ?? 0;
}

/** The most values held between two uses, over an iteration of the outermost moving loop. */
export function heldBy({ access, runs, strides, starts, separate }: Family): number {
  const at = strides.findIndex(({ step, count }) => step !== 0 && count > 1);
  const outer = strides[at];
  if (runs === undefined || outer === undefined || starts.length === 0) return 0;
  const upTo = (count: number): number =>
    bytesIn(
      together(
        starts.map((start) =>
          spread(
            start,
            access.bytes,
            strides.map((stride, place) => (place === at ? { ...stride, count } : stride)),
          ),
        ),
      ),
    );
  const all = bytesIn(runs);
  const sizes = Array.from({ length: outer.count - 1 }, (_, before) => upTo(before + 1));
  let most = 0;
  // Overlap of the first iterations with the others: both parts, less the whole.
  sizes.forEach((before, place) => {
    most = Math.max(most, before + (sizes[outer.count - 2 - place] ?? 0) - all);
  });
  return (most / access.bytes) * product(separate);
}
