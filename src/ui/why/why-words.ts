import type { DeviceBound } from '../../device/index.ts';
import type { Win } from '../../session/jobs/nearest-win.ts';
import type { Cause } from '../../language/index.ts';
import type { DialEffect, Explained, WhyView } from '../../session/jobs/why.ts';
import { busiest, classesOf, TIME_PARTS } from '../../trace/index.ts';
import type { Configuration, TuningResult } from '../../tuning/index.ts';
import { BOUND_WORDS, boundSentence } from '../machine/machine-words.ts';
import { differenceInWords, elementsInWords } from '../results/time-words.ts';
import { STATE_WORDS } from '../shared/state-words.ts';
import { configurationsInWords, count, slowerInWords, whole, together } from '../../base/words.ts';

/** Where a clause leads, to what shows that it is so. */
export type Lead =
  /** The view Time, or Machine, of a configuration. */
  | { readonly kind: 'time' | 'machine'; readonly values: Configuration }
  /** The trace of one configuration where it parts from that of another. */
  | { readonly kind: 'parting'; readonly values: Configuration; readonly from: Configuration }
  /** The view Sensitivity, with a sweep of a constant over some values. */
  | { readonly kind: 'sweep'; readonly constant: string; readonly values: readonly number[] }
  /** The end of the trace that is open. */
  | { readonly kind: 'end' }
  /** Other platforms are tried, whatever it costs; or not any more. */
  | { readonly kind: 'ask' | 'cancel' };

/** A piece of the paragraph. */
export interface Clause {
  readonly words: string;
  readonly lead?: Lead;
  /** Too long for the paragraph: `1 to 64`. */
  readonly more?: string;
  /** The ledger behind the causes, shown when it is asked for. */
  readonly isLedger?: true;
}

/** Why the best wins, why the next loses, and what would change it. */
export function whyInWords(
  why: WhyView,
  result: TuningResult | undefined,
  causes: readonly Cause[] = [],
): readonly Clause[] {
  if (result?.status === 'deadlock')
    return [
      { words: 'Nothing can be called the best while the program can stop for ever: ' },
      { words: 'its trace ends where nobody can go on', lead: { kind: 'end' } },
      { words: '.' },
    ];
  if (!result || result.schedules || why.phase === 'none') return [];
  const { best, next, total } = why;
  const told = best ? causes.slice(0, MOST_CAUSES).map(causeInWords) : [];
  const time = best ? spent(best) : why.phase === 'ended' ? UNTOLD : [];
  const others = best ? (next ? dearer(next, best) : alone(result, total)) : [];
  // The machine's bound is a cause; how often each thing was done is none.
  const [first, second] = best?.bound ? [time, others] : [others, time];
  const all = [told.map((words) => ({ words })), first, second, changes(why)];
  const foremost = all.findIndex((clauses) => clauses.length > 0);
  // A long search's progress and its end stay in view.
  const isShown = (index: number): boolean =>
    index <= foremost || (index === all.length - 1 && why.phase === 'running');
  return all.flatMap((clauses, index) =>
    isShown(index) ? clauses : clauses.map((clause) => ({ ...clause, isLedger: true as const })),
  );
}

/** The same to be read alone, without what can only be pressed. */
export const whyToRead = (
  why: WhyView,
  result: TuningResult | undefined,
  causes?: readonly Cause[],
): readonly Clause[] =>
  whyInWords(why, result, causes).filter(
    ({ lead }) => lead?.kind !== 'ask' && lead?.kind !== 'cancel',
  );

/** The same as one text. */
export const whyAsText = (
  why: WhyView,
  result: TuningResult | undefined,
  causes?: readonly Cause[],
): string =>
  whyToRead(why, result, causes)
    .map(({ words }) => words)
    .join('');

/** Parameters that are told with what they save. */
const MOST_CAUSES = 2;

/** `A larger TS spares accesses of global memory: 128 with TS 4 instead of 512 with TS 1. ` */
function causeInWords({ name, value, other, space, accesses, isMost }: Cause): string {
  const [few, many] = accesses.map(whole);
  const most = isMost ? 'at most ' : '';
  return `A ${value > other ? 'larger' : 'smaller'} ${name} spares accesses of ${space} memory: ${most}${few ?? ''} with ${name} ${whole(value)} instead of ${many ?? ''} with ${whole(other)}. `;
}

const UNTOLD: readonly Clause[] = [
  { words: 'Where its time goes could not be told from a trace of it. ' },
];

const OR = new Intl.ListFormat('en-GB', { type: 'disjunction' });

/** Configurations that are told by name; of more, their number. */
const MOST_NAMED = 2;

/** Beyond this, only differing parameters are named. */
const MOST_PARAMETERS = 4;
/** Values that set a configuration apart, of more their number. */
const MOST_APART = 3;

const isLong = (values: Configuration): boolean => Object.keys(values).length > MOST_PARAMETERS;

/** `block_size_x 128 and tile_size_y 2 instead of 64 and 4` */
function apart(values: Configuration, best: Configuration): string {
  const other = Object.keys(values).filter((name) => values[name] !== best[name]);
  const shown = other.slice(0, MOST_APART);
  const left = other.length - shown.length;
  const words = shown.map(
    (name) => `${name} ${whole(values[name] ?? 0)} instead of ${whole(best[name] ?? 0)}`,
  );
  return together(left > 0 ? [...words, `${count(left, 'other value')}`] : words);
}

/** `WG 16, TS 4 or 8`, `WG 16, TS 4 and 3 more`, `one with block_size_x 128 instead of 64` */
function someInWords(all: readonly Configuration[], best: Configuration | undefined): string {
  const [first] = all;
  if (first && best && isLong(first)) {
    const more = all.length > 1 ? ` (and ${whole(all.length - 1)} more)` : '';
    return `one with ${apart(first, best)}${more}`;
  }
  const groups = configurationsInWords(all).split('; ');
  if (groups.length <= MOST_NAMED) return groups.join(' or ') || ONLY;
  return `${configurationsInWords(all.slice(0, 1))} and ${whole(all.length - 1)} more`;
}

/** All values of the best, if few. */
const bestName = (values: Configuration): string =>
  isLong(values) ? 'the best' : configurationsInWords([values]) || ONLY;

const ONLY = 'the only configuration';

/** Capitalises words but not parameters. */
const capital = (words: string): string =>
  /^(the|one) /.test(words) ? words.slice(0, 1).toUpperCase() + words.slice(1) : words;

/** The element of the ticks; nobody's if there is one class. */
function whose({ values, split }: Explained): string {
  const classes = classesOf(split);
  const element = busiest(split);
  if (classes.length <= 1 || !element) return capital(bestName(values));
  return `In ${bestName(values)} the busiest element, ${elementsInWords([element.label])},`;
}

/** `WG 16, TS 4 spends 400 of its 584 ticks (68 %) in global memory and 184 waiting at barriers.` */
function spent(best: Explained): Clause[] {
  const { values, time, split, bound } = best;
  const element = busiest(split);
  if (Number(time) === 0)
    return [
      {
        words: `${capital(bestName(values))} takes no time: nothing that it does costs a tick here. `,
      },
    ];
  if (!element) {
    if (!bound) return [...UNTOLD];
    const sentence = boundSentence({ bound }, Number(time)).replace(/^Bound/, 'is bound');
    return [
      {
        words: `${capital(bestName(values))} ${sentence}`,
        lead: { kind: 'machine', values },
        ...full(values),
      },
      { words: ' ' },
    ];
  }
  const isExact = Number.isSafeInteger(split.time);
  const parts = TIME_PARTS.map((part) => ({ part, ticks: element.ticks[part] }))
    .filter(({ ticks }) => ticks > 0)
    .toSorted((a, b) => b.ticks - a.ticks)
    .map(({ part, ticks }, index) => {
      const share = `${Math.round((100 * ticks) / split.time)} %`;
      const of = index === 0 ? ` of its ${count(time, 'tick')}` : '';
      const { spent: where } = STATE_WORDS[part];
      if (!isExact) return `about ${share}${of} ${where}`;
      return `${whole(ticks)}${of}${index === 0 ? ` (${share})` : ''} ${where}`;
    });
  const words = `${whose(best)} spends ${together(parts)}`;
  return [{ words, lead: { kind: 'time', values }, ...full(values) }, { words: '. ' }];
}

/** `The next best, WG 16, TS 2, is 24 ticks slower: 32 more barriers, 24 ticks more waiting at barriers.` */
function dearer(next: NonNullable<WhyView['next']>, best: Explained): Clause[] {
  const name = isLong(next.values)
    ? `with ${apart(next.values, best.values)}`
    : configurationsInWords([next.values]);
  const words = `The next best${next.isProved ? '' : ' known'}, ${name}, is ${slowness(next, best)}`;
  const lead = { kind: 'parting', values: next.values, from: best.values } as const;
  return [{ words, lead, ...full(next.values) }, { words: '. ' }];
}

function slowness(next: Explained, best: Explained): string {
  const exactly = slowerInWords(BigInt(next.time) - BigInt(best.time));
  if (next.bound && best.bound)
    return `${exactly}: ${boundsApart(Number(BigInt(next.time) - BigInt(best.time)), next.bound, best.bound)}`;
  const areExact = [next, best].every(({ split }) => Number.isSafeInteger(split.time));
  if (!areExact || !busiest(next.split) || !busiest(best.split)) return exactly;
  return differenceInWords(next.split, best.split);
}

/** What its machine makes of one that is slower: what binds it takes so many cycles, and the rest of its time is waiting.
 * The two differences add up to that of the times.
 * @param slower by how many ticks. */
function boundsApart(slower: number, own: DeviceBound, its: DeviceBound): string {
  const busier = Math.round(own.least) - Math.round(its.least);
  const waiting = slower - busier;
  const longer = `${count(Math.abs(busier), 'cycle')} ${busier < 0 ? 'less' : 'longer'}`;
  const verb = own.by === 'issue' ? 'are' : 'is';
  const bound =
    own.by !== its.by
      ? `the ${BOUND_WORDS[own.by]} ${own.by === 'issue' ? 'bind' : 'binds'} it ${longer} than the ${BOUND_WORDS[its.by]} the best`
      : busier === 0
        ? `the ${BOUND_WORDS[own.by]} ${own.by === 'latency' ? 'is the same' : `${verb} busy as long`}`
        : own.by === 'latency'
          ? `one warp by itself takes ${longer}`
          : `the ${BOUND_WORDS[own.by]} ${verb} busy ${longer}`;
  if (waiting === 0) return bound;
  const cycles = `${count(Math.abs(waiting), 'cycle')} ${waiting < 0 ? 'less' : 'more'}`;
  return `${bound}, and it waits ${cycles} with no other warp to hide it`;
}

/** All values of a configuration that is not told by them. */
const full = (values: Configuration): Pick<Clause, 'more'> =>
  isLong(values) ? { more: configurationsInWords([values]) } : {};

function alone({ optima }: TuningResult, total: number | undefined): Clause[] {
  if (total === undefined || total !== optima.length) return [];
  return total === 1
    ? [{ words: 'No other configuration can run here. ' }]
    : [{ words: `All ${whole(total)} configurations that can run take as long. ` }];
}

/** Changes of the platform that are told with the configurations that win. */
const MOST_TOLD = 2;
/** Constants that are told by name. */
const MOST_LISTED = 8;

/** Changes that would let another win. */
function changes(why: WhyView): Clause[] {
  const { phase, best, effects, untried, isCostly, message } = why;
  if (phase === 'running') return looking(why);
  const won = effects
    .flatMap((effect) => effect.wins.map((win) => ({ effect, win })))
    .toSorted((a, b) => howFar(a.effect, a.win) - howFar(b.effect, b.win));
  const told = won.slice(0, MOST_TOLD);
  const names = new Set(told.map(({ effect }) => effect.name));
  const others = effects.filter(({ name, wins }) => wins.length > 0 && !names.has(name));
  const quiet = effects.filter(({ tried, wins }) => wins.length === 0 && tried.length > 0);
  const found = [
    ...told.map(({ effect, win }, index) =>
      winInWords({ effect, win, best: best?.values }, index === 0),
    ),
    ...(others.length > 0 ? [alsoWins(others)] : []),
    ...(quiet.length > 0 ? [without(quiet, won.length > 0)] : []),
  ];
  return [
    ...found.flatMap((clauses, index): Clause[] => [
      ...(index > 0 ? [{ words: '; ' }] : []),
      ...clauses,
    ]),
    ...(found.length > 0 ? [{ words: '. ' }] : []),
    ...(phase === 'failed'
      ? [{ words: `Other platforms could not be tried: ${message ?? ''}` }]
      : []),
    ...(phase === 'cancelled' ? [{ words: 'Trying other platforms was cancelled. ' }, AGAIN] : []),
    ...(untried === undefined ? [] : [{ words: untried }]),
    ...(isCostly ? [{ words: ' ' }, AGAIN] : []),
  ];
}

const AGAIN: Clause = { words: 'Try it', lead: { kind: 'ask' } };

/** Distance from the platform; twice is as far as half. */
const howFar = ({ value }: DialEffect, win: Win): number =>
  Math.abs(Math.log2(Math.max(win.value, 0.5) / Math.max(value, 0.5)));

const sweepOf = ({ name, value, tried }: DialEffect): Lead => ({
  kind: 'sweep',
  constant: name,
  values: [...tried, value].toSorted((a, b) => a - b),
});

/** The search for changes: progress and cancel. */
function looking({ best, dials, effects }: WhyView): Clause[] {
  if (!best) return [{ words: 'Reading its trace …' }];
  const far =
    dials === undefined ? '' : ` (${whole(effects.length)} of ${count(dials, 'constant')} tried)`;
  return [
    { words: `Looking for a platform on which another would win${far} … ` },
    { words: 'Cancel', lead: { kind: 'cancel' } },
  ];
}

/** `WG 8, TS 2 would win with GMT 2 instead of 4 (not yet with 3)` */
function winInWords(
  {
    effect,
    win: { value: at, stays, optima },
    best,
  }: { readonly effect: DialEffect; readonly win: Win; readonly best: Configuration | undefined },
  isFirst: boolean,
): Clause[] {
  const { name, value } = effect;
  const yet = stays === undefined || stays === value ? '' : ` (not yet with ${whole(stays)})`;
  const change = `with ${name} ${decimal(at)} instead of ${decimal(value)}${yet}`;
  const words = `${someInWords(optima, best)} ${isFirst ? 'would win ' : ''}${change}`;
  return [
    { words: isFirst ? capital(words) : words, lead: sweepOf(effect), more: triedInWords(effect) },
  ];
}

/** `others with GMT 9 or LMT 0` */
function alsoWins(others: readonly DialEffect[]): Clause[] {
  const nearest = (effect: DialEffect): string => {
    const [win] = effect.wins.toSorted((a, b) => howFar(effect, a) - howFar(effect, b));
    return `${effect.name} ${decimal(win?.value ?? effect.value)}`;
  };
  return [{ words: 'others with ' }, ...listed(others, nearest, OR)];
}

/** `none with any value tried of NU or BT` */
function without(quiet: readonly DialEffect[], isElsewhere: boolean): Clause[] {
  const head = isElsewhere
    ? 'none with any value tried of '
    : 'No other would win with any value tried of ';
  if (quiet.length <= MOST_LISTED)
    return [{ words: head }, ...listed(quiet, ({ name }) => name, OR)];
  const all = `${isElsewhere ? 'the other ' : 'the '}${whole(quiet.length)} constants`;
  const more = quiet.map(({ name }) => name).join(', ');
  return [{ words: head }, { words: all, lead: sweepOf(quiet[0] ?? NOTHING), more }];
}

const NOTHING: DialEffect = { name: '', meaning: '', value: 0, tried: [], wins: [] };

/** Constants as a list of links to their sweeps. */
function listed(
  effects: readonly DialEffect[],
  say: (effect: DialEffect) => string,
  list: Intl.ListFormat,
): Clause[] {
  let index = 0;
  return list.formatToParts(effects.map(say)).map(({ type, value }): Clause => {
    if (type === 'literal') return { words: value };
    const effect = effects[index];
    index += 1;
    return effect
      ? { words: value, lead: sweepOf(effect), more: triedInWords(effect) }
      : { words: value };
  });
}

/** `tried: 1, 2, 8, 16` */
const triedInWords = ({ tried }: DialEffect): string => `tried: ${tried.map(decimal).join(', ')}`;

/** `4`, `0.5` */
const decimal = (value: number): string => value.toLocaleString('en', { maximumFractionDigits: 3 });
