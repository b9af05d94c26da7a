import { productOf } from '../base/product.ts';
import { WORDS_OF } from '../front/language.ts';
import {
  type Finding,
  type NotChecked,
  objectsAt,
  statusOf,
  type ValueProgram,
  type Verdict,
} from '../values/index.ts';

interface Ran<T> {
  readonly program: ValueProgram;
  readonly ran: T;
}

/** A meaning that an argument may have. */
interface Meant {
  readonly value: number;
  readonly words: string;
}

/** More would take too many runs. */
const MOST_ARGUMENTS = 4;

/** The size of a group, twice that, and more than any row takes. */
function meantIn({ local, global, dimensions, language }: ValueProgram): readonly Meant[] {
  const { group } = WORDS_OF[language];
  const [width] = local;
  const [size] = global;
  const extent = dimensions === 1 ? 'size' : 'width';
  return [
    { value: width, words: `the ${extent} of a ${group}` },
    { value: 2 * width, words: `twice the ${extent} of a ${group}` },
    ...(productOf(local) === width
      ? []
      : [{ value: productOf(local), words: `the size of a ${group}` }]),
    { value: 4 * size + 1, words: String(4 * size + 1) },
  ];
}

/** The arguments that all faults rest on; none where something else is behind one, or a launch or a length that is
 * stated may not fit. */
function argumentsOf(program: ValueProgram, { findings }: Verdict): readonly string[] {
  if (program.openLaunch === undefined) return [];
  const isOfGroup = ({ kind, span }: Finding): boolean =>
    kind !== 'bounds' || objectsAt(program, span).every(({ space }) => space === 'local');
  const names = findings.map((one) => (isOfGroup(one) && one.assumed?.arguments) || []);
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
  const isOfRows = ran.findings.every(({ kind }) => kind.startsWith('race'));
  const meant = isOfRows ? meantIn(program).toReversed() : meantIn(program);
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

/** Configurations for which an argument is meant to be different things hold for none. */
export function disagreeing(
  all: readonly (readonly [program: ValueProgram, verdict: Verdict])[],
): readonly NotChecked[] {
  const told = all.map(([program, { notChecked }]) => ({
    program,
    conditions: notChecked.flatMap(({ holdsIf = '' }) =>
      holdsIf.split(' and ').flatMap((each) => {
        const [, name = '', words = ''] = CONDITION.exec(each) ?? [];
        return name === '' ? [] : [{ name, words }];
      }),
    ),
    fitted: notChecked.filter(({ why }) => why.endsWith(OTHERS)),
  }));
  const fitted = told.flatMap(({ fitted: own }) => own);
  const valueOf = (program: ValueProgram, words: string): number =>
    meantIn(program).find((each) => each.words === words)?.value ?? Number(words);
  const isOne = (name: string): boolean =>
    fitted
      .flatMap(({ holdsIf = '' }) => {
        const [, of, words] = CONDITION.exec(holdsIf) ?? [];
        return of === name && words !== undefined ? [words] : [];
      })
      .some((words) =>
        told.every(({ program, conditions }) =>
          conditions.every(
            (one) => one.name !== name || valueOf(program, one.words) === valueOf(program, words),
          ),
        ),
      );
  return fitted
    .filter(({ holdsIf = '' }) => !isOne(CONDITION.exec(holdsIf)?.[1] ?? ''))
    .slice(0, 1)
    .map((one) => ({
      what: 'other inputs',
      why: `No one value was found for all configurations: ${one.why}`,
      ...(one.hint !== undefined && { hint: one.hint }),
      span: one.span,
      weakens: true,
    }));
}

const CONDITION = /^(\w+) is (.+)$/;
const OTHERS = '; other values lead to faults.';

const withArguments = (
  program: ValueProgram,
  names: readonly string[],
  { value, words }: Meant,
): ValueProgram => ({
  ...program,
  usual: { ...program.usual, ...Object.fromEntries(names.map((name) => [name, value])) },
  assumptions: [
    ...(program.assumptions ?? []),
    ...names.map((name) => ({
      what: 'other inputs',
      why: `${name} is taken to be ${words}${OTHERS}`,
      hint: `State it: #pragma tuner input ${name} = ...`,
      span: program.span,
      weakens: false,
      touches: 'all' as const,
      holdsIf: `${name} is ${words}`,
    })),
  ],
});
