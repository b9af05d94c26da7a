import { positionAt } from '../base/span.ts';
import type { HostLaunch, ProgramOptions } from '../front/reader.ts';
import { statedBy } from '../front/read-variant.ts';
import { type FunctionDeclaration, launchOf } from '../front/syntax.ts';
import type { KernelParser } from '../kernel/parser.ts';
import {
  type Finding,
  type NotChecked,
  statusOf,
  type ValueProgram,
  type Verdict,
} from '../values/index.ts';
import type { Rounds } from '../values/program.ts';
import { writtenArrays } from '../values/run/left.ts';
import { buildValues } from '../values/build/build.ts';
import { stepsBefore } from './launches-before.ts';
import { together } from './verdicts-together.ts';

/** Rounds of the host's loop around a launch: other grids, other arguments, arrays as those before leave them. */

/** Above this many differing rounds the first, the last and a few between are run. */
const MOST_ROUNDS = 12;
const BETWEEN = 3;

/** The program with what later rounds make of its launch. */
export function withRounds(
  parser: KernelParser,
  text: string,
  asked: ProgramOptions,
  program: ValueProgram,
): ValueProgram {
  const { kernel: declared } = parser.programOf(text, asked);
  const stated = launchOf(declared);
  const own = stated.statedToRun?.find(({ kind }) => kind === 'items');
  if (asked.step !== undefined) return program;
  const isTold =
    own !== undefined &&
    program.assumedLaunch === undefined &&
    program.chosenForLaunch === undefined &&
    (stated.ofOpenLength ?? []).length === 0 &&
    areTold(declared);
  if (isTold && stated.isLaunchedAgain !== true && stated.findsLeft !== true) return program;
  const steps = parser.stepsOf(text, asked) ?? [];
  const ofKernel = steps.flatMap((step) =>
    step.kind === 'launch' && step.kernel === program.kernel ? [step] : [],
  );
  const [first, ...later] = ofKernel;
  // The only round of a loop is all of them.
  const isOnlyRound =
    first?.isSure === true &&
    program.chosenForLaunch !== undefined &&
    steps.every(
      (step) =>
        step.kind !== 'launch' || step.kernel !== program.kernel || step.number === first.number,
    );
  const isOne = later.length === 0;
  if (first === undefined || (isOne && !isOnlyRound && isTold && stated.findsLeft !== true))
    return program;
  const isAlone = steps.every(
    (step) => step.kind !== 'launch' || ofKernel.some(({ number }) => number === step.number),
  );
  const written = isAlone ? arraysWritten(program, ofKernel) : undefined;
  const said = parser.saidOf(text, asked);
  const differing = [
    ...new Map(later.toReversed().map((each) => [said(each.number), each])).values(),
  ];
  const rounds = [first, ...differing.toReversed()];
  const chosen = rounds.length <= MOST_ROUNDS ? rounds : someOf(rounds);
  const builder = new StepBuilder(parser, text, asked);
  const builds = chosen.map((launch) => ({ launch, built: builder.built(launch) }));
  // Numbers that were chosen say more than some that are not told, or cannot be run.
  const [only] = builds;
  if (isOnlyRound && only?.built.ok === true && isOpenOrLarge(only.built.value)) return program;
  const launches = builds.flatMap(({ launch, built }) => {
    if (!built.ok) return [];
    const isFirst = launch === first;
    const left = isFirst ? undefined : leftIn(built.value, launch, written);
    const made = left ? withContentsLeft(built.value, left) : built.value;
    const isGiven = built.value.objects.some(
      (each, index) => left?.has(index) === true && each.input?.kind === 'given',
    );
    const isAsFirst = said(launch.number) === said(first.number) && !isGiven && !isFirst;
    const before =
      stated.findsLeft === true
        ? stepsBefore(steps, launch, (each) => builder.valueOf(each))
        : undefined;
    if (isAsFirst && !before) return [];
    const { line } = positionAt(text, launch.span.start);
    const words = `launch ${ofKernel.indexOf(launch) + 1} of ${ofKernel.length} in line ${line}`;
    return [
      {
        program: { ...made, ensures: [], twins: [] },
        words: isOne ? undefined : words,
        isSure: launch.isSure,
        before,
        isAs: isAsFirst ? 'first' : isOne && !isOnlyRound ? 'program' : undefined,
      } as const,
    ];
  });
  const isCut = steps.some(({ kind }) => kind === 'cut');
  const isAll =
    !isCut &&
    chosen.length === rounds.length &&
    builds.every(({ built }) => built.ok) &&
    ofKernel.every(({ isSure }) => isSure);
  // Claims are asked of what was taken for all, and not of each round.
  const isClaimed = program.ensures.length + program.twins.length > 0 && rounds.length > 1;
  const withThem = { ...program, rounds: { launches, isAll } };
  if (isTold || isClaimed) return withThem;
  // Nothing but the followed host tells the launch.
  const [built] = builds;
  const isOpen = launches.some(({ program: each }) => isOpenLaunch(each));
  if (built?.built.ok === true && isAll && !isOpen && isOne)
    return { ...built.built.value, rounds: launches[0]?.before && withThem.rounds };
  if (built?.built.ok === true && isAll && !isOpen)
    return { ...built.built.value, rounds: { ...withThem.rounds, own: launches[0]?.words } };
  return own === undefined ? program : withThem;
}

const isOpenLaunch = ({ openLaunch, assumedLaunch }: ValueProgram): boolean =>
  openLaunch !== undefined || assumedLaunch !== undefined;

const isOpenOrLarge = (program: ValueProgram): boolean =>
  isOpenLaunch(program) || program.isTooLarge === true;

/** Programs of the host's launches, each made once. */
class StepBuilder {
  readonly #built = new Map<number, ReturnType<typeof buildValues>>();
  readonly #build: (step: number) => ReturnType<typeof buildValues>;

  constructor(parser: KernelParser, text: string, asked: ProgramOptions) {
    this.#build = (step) => buildValues(parser, text, { ...asked, kernelName: undefined, step });
  }

  built({ number }: HostLaunch): ReturnType<typeof buildValues> {
    const built = this.#built.get(number) ?? this.#build(number);
    this.#built.set(number, built);
    return built;
  }

  valueOf(launch: HostLaunch): ValueProgram | undefined {
    const built = this.built(launch);
    return built.ok ? built.value : undefined;
  }
}

/** The launch's numbers and lengths are all stated. */
function areTold(kernel: FunctionDeclaration | undefined): boolean {
  const { parameters = [] } = kernel ?? {};
  const { statedToRun = [] } = launchOf(kernel);
  const told = new Set(
    statedToRun.flatMap((each) => {
      if (each.kind === 'array') return [each.target.name];
      return each.kind === 'input' ? [statedBy(each.text)] : [];
    }),
  );
  return parameters.every(
    ({ name, type }) => (type.kind !== 'scalar' && type.kind !== 'pointer') || told.has(name),
  );
}

const someOf = (rounds: readonly HostLaunch[]): readonly HostLaunch[] =>
  rounds.filter((_, i) => {
    const step = Math.ceil((rounds.length - 1) / (BETWEEN + 1));
    return i % step === 0 || i === rounds.length - 1;
  });

/** The host's arrays that launches of a kernel write; undefined where one has no name. */
function arraysWritten(
  program: ValueProgram,
  launches: readonly HostLaunch[],
): ReadonlySet<string> | undefined {
  const names = [...writtenArrays(program)].flatMap((index) => {
    const { name, isArgument } = program.objects[index] ?? {};
    return name !== undefined && isArgument === true ? [name] : [];
  });
  const arrays = launches.flatMap((each) => names.map((name) => arrayOf(each, name)));
  const told = arrays.flatMap((each) => each ?? []);
  return told.length === arrays.length ? new Set(told) : undefined;
}

const arrayOf = ({ parameters, arrays }: HostLaunch, name: string): string | undefined =>
  arrays[parameters.indexOf(name)];

/** Arrays in which a later launch finds what those before it have written. */
const leftIn = (
  { objects }: ValueProgram,
  launch: HostLaunch,
  written: ReadonlySet<string> | undefined,
): ReadonlySet<number> =>
  new Set(
    objects.flatMap(({ name, space, isArgument }, index) => {
      const array = arrayOf(launch, name);
      const isLeft = written === undefined || array === undefined || written.has(array);
      return space === 'global' && isArgument === true && isLeft ? [index] : [];
    }),
  );

/** Nobody knows what launches before have written. */
const withContentsLeft = (program: ValueProgram, left: ReadonlySet<number>): ValueProgram => ({
  ...program,
  objects: program.objects.map((object, index) =>
    left.has(index) ? { ...object, input: { kind: 'unknown' } as const } : object,
  ),
});

const saidOf = (words: string | undefined): string =>
  words === undefined ? '' : ` This is ${words}.`;

/** A verdict with what other rounds of the host's loop are found to do. */
export function withVerdictsOf(
  { rounds, ensures, twins }: ValueProgram,
  verdict: Verdict,
  found: readonly Verdict[],
): Verdict {
  const isWrong = verdict.findings.some(({ assumed }) => assumed === undefined);
  if (rounds === undefined) return verdict;
  if (isWrong) {
    const { own } = rounds;
    const named = (one: Finding): Finding =>
      own === undefined || one.assumed ? one : { ...one, message: `${one.message}${saidOf(own)}` };
    return { ...verdict, findings: verdict.findings.map(named) };
  }
  const findings = found.flatMap((each, i) => {
    const { words, isSure = false } = rounds.launches[i] ?? {};
    const isCertain = (one: Finding): boolean => isSure && one.assumed === undefined;
    return each.findings
      .filter(isCertain)
      .map((one) => ({ ...one, message: `${one.message}${saidOf(words)}` }));
  });
  if (findings.length > 0) return { ...verdict, findings: [...findings, ...verdict.findings] };
  const isWhole = rounds.isAll && found.length === rounds.launches.length;
  if (!isWhole || found.some((each) => statusOf(each) !== 'right'))
    return {
      ...verdict,
      notChecked: [...verdict.notChecked, ...onlyOwn(rounds), ...openLater(rounds, found)],
    };
  const whole = found.map(withoutFirstRound);
  // Claims are asked of the first round, or of any.
  if (ensures.length + twins.length === 0) return together(whole);
  return statusOf(verdict) === 'right' ? together([withoutFirstRound(verdict), ...whole]) : verdict;
}

/** Where nothing was taken for the launch, its verdict is about one of several all the same. */
const onlyOwn = ({ own }: Rounds): readonly NotChecked[] =>
  own === undefined
    ? []
    : [
        {
          what: 'other launches',
          why: `This is ${own}; not all others could be judged.`,
          weakens: false,
          holdsIf: `it is ${own}`,
        },
      ];

/** Questions that later rounds leave open are said beside the first one's answer, each once. */
function openLater(rounds: Rounds, found: readonly Verdict[]): readonly NotChecked[] {
  const open = found.flatMap(({ notChecked }, i) => {
    const { words, isSure = false } = rounds.launches[i] ?? {};
    return notChecked
      .filter(({ weakens, span }) => isSure && weakens && span !== undefined)
      .map((note) => ({ ...note, weakens: false, why: `${note.why}${saidOf(words)}` }));
  });
  return [
    ...new Map(
      open.toReversed().map((note) => [`${note.what} ${note.span?.start}`, note]),
    ).values(),
  ].toReversed();
}

const withoutFirstRound = (verdict: Verdict): Verdict => ({
  ...verdict,
  notChecked: verdict.notChecked.filter(({ isOfFirstRound }) => isOfFirstRound !== true),
});
