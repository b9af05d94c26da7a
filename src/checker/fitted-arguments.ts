import { productOf } from '../base/product.ts';
import { WORDS_OF } from '../front/language.ts';
import {
  type Finding,
  isRace,
  type NotChecked,
  objectsAt,
  statusOf,
  type ValueProgram,
  type Verdict,
  withEmptyCounters,
} from '../values/index.ts';

interface Ran<T> {
  readonly program: ValueProgram;
  readonly ran: T;
}

/** A meaning that an argument may have. */
interface Meant {
  readonly value: number;
  /** Which measure of a group it is, or a plain number. */
  readonly as: 'width' | 'twice' | 'size' | 'last' | number;
  readonly words: string;
}

/** Other values are not tried beside it: they lead behind arrays whose lengths nobody states. */
const ALONE: Meant['as'] = 'last';

/** More would take too many runs. */
const MOST_ARGUMENTS = 4;

/** The size of a group, twice that, one below it, and more than any row takes. */
function meantIn({ local, global, dimensions, language }: ValueProgram): readonly Meant[] {
  const { group } = WORDS_OF[language];
  const [width] = local;
  const [size] = global;
  const long = 4 * size + 1;
  const extent = dimensions === 1 ? 'size' : 'width';
  return [
    { value: width, as: 'width', words: `the ${extent} of a ${group}` },
    { value: 2 * width, as: 'twice', words: `twice the ${extent} of a ${group}` },
    ...(productOf(local) === width
      ? []
      : [{ value: productOf(local), as: 'size', words: `the size of a ${group}` } as const]),
    { value: width - 1, as: 'last', words: `one below the ${extent} of a ${group}` },
    { value: long, as: long, words: String(long) },
  ];
}

/** Behind the end of an array whose length nobody states. */
const isBehindTaken = (program: ValueProgram, { kind, span }: Finding): boolean =>
  kind === 'bounds' && objectsAt(program, span).every(({ length }) => length === 'assumed');

/** The arguments that all faults rest on; none where something else is behind one, or a launch or a length that is
 * stated may not fit. */
function argumentsOf(program: ValueProgram, { findings }: Verdict): readonly string[] {
  if (program.openLaunch === undefined) return [];
  const isOfGroup = ({ kind, span }: Finding): boolean =>
    kind !== 'bounds' || objectsAt(program, span).every(({ space }) => space === 'local');
  const names = findings.map((one) =>
    isOfGroup(one) ? Object.keys(one.assumed?.arguments ?? {}) : [],
  );
  return names.some((each) => each.length === 0) ? [] : [...new Set(names.flat())];
}

/** Where all faults rest on what was taken for some arguments, and nothing is wrong for what these may be meant
 * to be, that is taken, and right says so. */
export async function withFittedArguments<T extends Verdict>(
  { program, ran }: Ran<T>,
  run: (program: ValueProgram) => Promise<T> | T,
  signal: AbortSignal,
): Promise<Ran<T>> {
  const names = argumentsOf(program, ran);
  if (names.length === 0 || names.length > MOST_ARGUMENTS) return { program, ran };
  const isOfRows = ran.findings.every(isRace);
  const isOfLengths = ran.findings.every((one) => isBehindTaken(program, one));
  const known = meantIn(program).filter(({ as }) => isOfLengths || as !== ALONE);
  const meant = isOfRows ? known.toReversed() : known;
  const chosen = names.length === 1 ? [names] : [...names.map((name) => [name]), names];
  for (const one of meant)
    for (const of of chosen) {
      if (signal.aborted) return { program, ran };
      const other = withArguments(program, of, one);
      const found = await run(other);
      if (statusOf(found) === 'right') return { program: other, ran: found };
    }
  return { program, ran };
}

/** Where races alone may be, for some contents, and nothing is left open if counters begin with 0, that is taken. */
export async function withFittedCounters<T extends Verdict>(
  all: Ran<T>,
  run: (program: ValueProgram) => Promise<T> | T,
  signal: AbortSignal,
): Promise<Ran<T>> {
  const { findings, notChecked } = all.ran;
  const isOpen = notChecked.some((one) => one.weakens && one.searchDecides !== true);
  const isCut = notChecked.some((one) => one.isCut);
  const isOther = findings.some((one) => one.assumed === undefined || !isRace(one));
  if (signal.aborted || !isOpen || isCut || isOther) return all;
  const program = withEmptyCounters(all.program);
  if (program === all.program) return all;
  const ran = await run(program);
  return statusOf(ran) === 'right' ? { program, ran } : all;
}

type Judged = readonly [program: ValueProgram, verdict: Verdict];

/** Configurations for which an argument is meant to be different things hold for none. */
export function disagreeing(all: readonly Judged[]): readonly NotChecked[] {
  for (const [program] of all)
    for (const name of Object.keys(program.usual ?? {})) {
      if (meantIn(program).some(({ as }) => all.every((one) => isMeant(one, name, as)))) continue;
      const why = `No one value of ${name} was found for which all configurations are right.`;
      return [{ what: 'other inputs', why, hint: stated(name), span: program.span, weakens: true }];
    }
  return [];
}

/** A configuration takes an argument for nothing else. */
function isMeant([program, { notChecked }]: Judged, name: string, as: Meant['as']): boolean {
  const taken = [program.usual, ...notChecked.map(({ given }) => given)];
  const meant =
    typeof as === 'number' ? as : meantIn(program).find((each) => each.as === as)?.value;
  return taken.every((given) => given?.[name] === undefined || given[name] === meant);
}

const stated = (name: string): string => `State it: #pragma tuner input ${name} = ...`;

const withArguments = (
  program: ValueProgram,
  names: readonly string[],
  { value, as, words }: Meant,
): ValueProgram => ({
  ...program,
  registers: program.registers.map((register) =>
    as === ALONE && names.includes(register.name ?? '')
      ? { ...register, input: { kind: 'given', values: [value] } }
      : register,
  ),
  usual: { ...program.usual, ...Object.fromEntries(names.map((name) => [name, value])) },
  assumptions: [
    ...(program.assumptions ?? []),
    ...names.map((name) => ({
      what: 'other inputs',
      why: `${name} is taken to be ${words}; other values lead to faults.`,
      hint: stated(name),
      span: program.span,
      weakens: false,
      touches: 'all' as const,
      holdsIf: `${name} is ${words}`,
    })),
  ],
});
