import { Cancelled } from '../base/failure.ts';
import { WORDS_OF } from '../front/language.ts';
import {
  type Bound,
  fencedRace,
  type Finding,
  isOrderedRace,
  isRace,
  mayOrderGroups,
  type NotChecked,
  readsUnknown,
  SEARCH,
  statusOf,
  UNWRITTEN_MEMORY,
  type ValueProgram,
  type Verdict,
  type VerdictStatus,
} from '../values/index.ts';
import { withAssumedGroups, withAssumptions, withGrid, withoutTooSmall } from './assumed-launch.ts';
import { disagreeing, withFittedArguments, withFittedCounters } from './fitted-arguments.ts';
import { withFittedLaunch } from './fitted-launch.ts';
import { afterOthers } from './launches-before.ts';
import { withVerdictsOf } from './rounds.ts';
import { mayBeLonger, withLocalLengths } from './longer-local.ts';
import { placeOf, reasonOf, spanKey, together, unique } from './verdicts-together.ts';
import type { Configuration } from '../tuning/index.ts';
import type {
  RunReport,
  RunValues,
  SearchFigures,
  SearchValues,
  ValueSearchReport,
} from './value-reports.ts';

/** One configuration, as far as examined. */
export interface VerifiedConfiguration extends Verdict {
  readonly values: Configuration;
  readonly status: VerdictStatus;
}

/** The verdict over all requested configurations. */
export interface Verification extends Verdict, SearchFigures {
  readonly status: VerdictStatus;
  readonly configurations: readonly VerifiedConfiguration[];
  /** None where nothing was run. */
  readonly bound?: Bound;
}

/** A configuration without a program, and why. */
export interface Unposed {
  readonly values: Configuration;
  readonly reason: NotChecked;
}

export interface VerifyOptions {
  readonly run: RunValues;
  readonly search?: SearchValues | undefined;
  readonly signal: AbortSignal;
  /** Asked where there is no waiting for the signal. */
  readonly isOutOfTime?: (() => boolean) | undefined;
  /** Called for each decided configuration, with the total. */
  readonly onConfiguration?: (one: VerifiedConfiguration, of: number) => void;
  readonly onStage?: (text: string) => void;
}

/** Asks whether the values of a kernel are right for every schedule: each configuration is run by work-items in one
 * order under a monitor, which stands for all orders where there is no race, and where it is small enough SPIN
 * searches all inputs and all orders of what may be reordered. */
export async function verifyPrograms(
  posed: readonly ValueProgram[],
  unposed: readonly Unposed[],
  { run, search, signal, isOutOfTime, onConfiguration, onStage }: VerifyOptions,
): Promise<Verification> {
  const started = performance.now();
  const of = posed.length + unposed.length;
  const done: VerifiedConfiguration[] = [];
  const add = (values: Configuration, verdict: Verdict): void => {
    const one = { values, ...verdict, status: statusOf(verdict) };
    done.push(one);
    onConfiguration?.(one, of);
  };
  const runs: RunReport[] = [];
  const programs: ValueProgram[] = [];
  const elsewhere: (ReadonlySet<string> | undefined)[] = [];
  const ofRounds: (readonly Verdict[])[] = [];
  const waiting = new Set<number>();
  for (const given of posed) {
    const { program, ran: first } = signal.aborted
      ? { program: given, ran: unfinished('the time limit was reached before it') }
      : await fitted(await runToEnd(given, run, signal), run, signal);
    const ran = signal.aborted
      ? first
      : await withFittedLaunch(program, first, (other) => run(other, { signal }));
    const again = signal.aborted
      ? new Set<string>()
      : await foundElsewhere(program, ran, run, signal);
    programs.push(program);
    runs.push(ran);
    elsewhere.push(again);
    ofRounds.push(await roundsOf(given, ran, run, { signal, isOutOfTime }));
    // A search, or the largest group, may settle what the run left open.
    if (search !== undefined || mayBeLonger(program, ran)) waiting.add(runs.length - 1);
    else
      add(
        program.configuration,
        withVerdictsOf(given, judged(program, again, ran, undefined, 0), ofRounds.at(-1) ?? []),
      );
  }
  for (const i of waiting) {
    const [program, ran] = [programs[i], runs[i]];
    if (program === undefined || ran === undefined || signal.aborted) continue;
    const longer = withLocalLengths(program, ran, programs.at(-1), runs.at(-1));
    if (longer === undefined) continue;
    programs[i] = longer;
    const fitting = (other: ValueProgram) => run(other, { signal });
    runs[i] = await withFittedLaunch(longer, await fitting(longer), fitting);
  }
  let figures: SearchFigures = { states: 0, transitions: 0, seconds: 0, inputs: 0 };
  let searched: ValueSearchReport | undefined;
  if (search && programs.length > 0 && !signal.aborted) {
    onStage?.('SPIN searches all inputs and orders');
    const grown = programs.map((program, i) => withLayout(program, runs[i]));
    searched = await search(grown, { signal }).catch((error: unknown) => {
      // The runs' findings remain true.
      if (error instanceof Cancelled && signal.aborted) return OUT_OF_TIME;
      throw error;
    });
    figures = searched;
  }
  for (const [i, program] of programs.entries())
    if (waiting.has(i)) {
      const ran = runs[i] ?? unfinished('it was not run');
      const one = judged(program, elsewhere[i], ran, searched, i);
      add(program.configuration, withVerdictsOf(posed[i] ?? program, one, ofRounds[i] ?? []));
    }
  const places = new Map(programs.map(({ configuration }, i) => [configuration, i]));
  done.sort((a, b) => (places.get(a.values) ?? 0) - (places.get(b.values) ?? 0));
  for (const { values, reason } of unposed)
    add(values, { findings: [], remarks: [], checked: [], notChecked: [reason] });
  const bound = boundOf(runs, searched?.exhaustive === true && !programs.some(readsUnknown));
  const [first] = programs;
  const decided = first?.isAnyGroup === true ? byGroups(first, done) : done;
  const unlike = disagreeing(
    done.flatMap((one) => {
      const program = programs[places.get(one.values) ?? -1];
      return program === undefined || one.findings.length > 0 ? [] : [[program, one] as const];
    }),
  );
  const verdict = together(
    unlike.length === 0 ? decided : [...decided, { ...NOTHING, notChecked: unlike }],
  );
  return {
    ...verdict,
    status: done.length === 0 ? 'not-checked' : statusOf(verdict),
    configurations: done,
    states: figures.states,
    transitions: figures.transitions,
    inputs: figures.inputs,
    seconds: (performance.now() - started) / 1000,
    ...(bound && { bound }),
  };
}

/** Verdicts of several sizes of groups, of which nobody states one. */
const byGroups = (
  { language, span, countsGroups = false }: ValueProgram,
  done: readonly VerifiedConfiguration[],
): readonly Verdict[] => {
  const words = WORDS_OF[language];
  const meant = countsGroups ? done : withoutTooSmall(words, done, span);
  return meant === done ? withAssumedGroups(words, done) : meant;
};

/** A program, and what running it found. */
interface Ran {
  readonly program: ValueProgram;
  readonly ran: RunReport;
}

/** With the launch and the arguments that the text is meant for, where others alone lead to faults. */
const fitted = async (all: Ran, run: RunValues, signal: AbortSignal): Promise<Ran> => {
  const again = (program: ValueProgram) => run(program, { signal });
  const one = await withFittedArguments(await asOneGroup(all, run, signal), again, signal);
  return withFittedCounters(one, again, signal);
};

/** With one group, where groups that would all do the same race, and items that meet tell that one is meant. */
async function asOneGroup(all: Ran, run: RunValues, signal: AbortSignal): Promise<Ran> {
  const { program, ran } = all;
  const { mayBeOneGroup, otherLaunch, code } = program;
  const isBetween = ({ kind }: Finding): boolean => kind === 'race-between-groups';
  const meets = code.some(({ kind }) => kind === 'barrier');
  if (!mayBeOneGroup || !otherLaunch || !meets || signal.aborted || !ran.findings.some(isBetween))
    return all;
  const one = await run(otherLaunch, { signal });
  return one.findings.some(isBetween) ? all : { program: otherLaunch, ran: one };
}

/** A run; where the stated launch takes too long and shows no fault so far, that of a smaller one. */
async function runToEnd(program: ValueProgram, run: RunValues, signal: AbortSignal): Promise<Ran> {
  const ran = await run(program, { signal });
  const { otherLaunch, assumedLaunch, mayBeOneGroup } = program;
  const isCut = ran.notChecked.some((note) => note.isCut);
  const isOpen = assumedLaunch !== undefined || mayBeOneGroup !== undefined;
  if (!isCut || !otherLaunch || isOpen || ran.findings.length > 0 || signal.aborted)
    return { program, ran };
  const smaller = await run(otherLaunch, { signal });
  return smaller.notChecked.some((note) => note.isCut)
    ? { program, ran }
    : { program: otherLaunch, ran: smaller };
}

/** Other rounds of the host's loop, until one is wrong. */
async function roundsOf(
  { rounds, assumedLaunch }: ValueProgram,
  { findings }: RunReport,
  run: RunValues,
  { signal, isOutOfTime }: Pick<VerifyOptions, 'signal' | 'isOutOfTime'>,
): Promise<readonly Verdict[]> {
  const found: Verdict[] = [];
  const isWrong = findings.some(({ assumed }) => assumed === undefined);
  if (isWrong && assumedLaunch === undefined) return found;
  const toEnd = (program: ValueProgram) => run(program, { signal });
  let begun: RunReport | undefined;
  for (const { program, before, isAs } of rounds?.launches ?? []) {
    if (signal.aborted) break;
    const filled = before && (await afterOthers(program, before, toEnd, isOutOfTime));
    if (!filled && isAs === 'program') continue;
    const given = filled ?? program;
    const ran = isAs === 'first' && !filled && begun ? begun : await toEnd(given);
    begun ??= ran;
    const one = judged(given, undefined, ran, undefined, 0);
    found.push(given.isBeginning === true ? { ...one, notChecked: [] } : one);
    if (statusOf(one) === 'wrong') break;
  }
  return found;
}

/** Places of the faults inside groups that another launch has too, where the launch was chosen. */
async function foundElsewhere(
  program: ValueProgram,
  { findings }: RunReport,
  run: RunValues,
  signal: AbortSignal,
): Promise<ReadonlySet<string> | undefined> {
  const { assumedLaunch, otherLaunch, local, mayBeOneGroup } = program;
  if (mayBeOneGroup !== undefined) {
    if (!otherLaunch || !findings.some(({ kind }) => kind === 'race-between-groups'))
      return undefined;
    const { findings: found } = await run(otherLaunch, { signal });
    return new Set(found.map(placeOf));
  }
  if (assumedLaunch !== 'groups' || !findings.some(isInsideGroup)) return undefined;
  const other = otherLaunch ?? { ...program, global: local };
  const { findings: found } = await run(other, { signal });
  return new Set(found.map(placeOf));
}

/** Only kinds that do not come of the number of groups alone. */
const isInsideGroup = ({ kind, assumed }: Finding): boolean =>
  assumed === undefined && kind !== 'race-between-groups' && kind !== 'result';

/** The bound that all configurations keep; a search had all inputs. */
function boundOf(runs: readonly RunReport[], isSearched: boolean): Bound | undefined {
  const bounds = runs.flatMap(({ bound }) => bound ?? []);
  const [first] = bounds;
  if (first === undefined) return undefined;
  const items = bounds.flatMap((one) => one.items);
  const tried = bounds.flatMap(({ inputs }) => (inputs === 'all' ? [] : [inputs]));
  return {
    language: first.language,
    items: [Math.min(...items), Math.max(...items)],
    inputs: isSearched || tried.length === 0 ? 'all' : Math.min(...tried),
  };
}

/** Gives unstated arrays the length the run needed. */
function withLayout(program: ValueProgram, ran: RunReport | undefined): ValueProgram {
  const bytes = ran?.layout?.bytes;
  if (bytes === undefined) return program;
  const objects = program.objects.map((object, i) => ({
    ...object,
    bytes: bytes[i] ?? object.bytes,
  }));
  return { ...program, objects };
}

const NOTHING: Verdict = { findings: [], remarks: [], checked: [], notChecked: [] };

const OUT_OF_TIME: ValueSearchReport = {
  states: 0,
  transitions: 0,
  seconds: 0,
  inputs: 0,
  verdicts: [],
  exhaustive: false,
  tooLarge: 'the time limit was reached before it ended',
};

const unfinished = (why: string): Verdict => ({
  findings: [],
  remarks: [],
  checked: [],
  notChecked: [{ what: 'everything', why, weakens: true }],
});

const ENDED_EARLY: NotChecked = {
  what: SEARCH,
  why: 'the search ended at a read of what nobody has written, before it had tried all orders.',
  weakens: true,
};

/** A run, and a search with the program's place in it. */
type Found = readonly [ran: RunReport, searched: ValueSearchReport | undefined, index: number];

/** Combines a run's and a search's verdict. */
function joined(
  program: ValueProgram,
  ...[{ findings, remarks, checked, notChecked }, searched, index]: Found
): Verdict {
  const ran = { findings, remarks, checked, notChecked };
  if (searched?.tooLarge !== undefined)
    return {
      ...ran,
      notChecked: [...ran.notChecked, { what: SEARCH, why: searched.tooLarge, weakens: false }],
    };
  const found = searched?.verdicts[index];
  if (searched === undefined || found === undefined) return ran;
  const decided = searched.exhaustive && found.findings.length === 0;
  // SPIN assumes unstated contents, so its faults count only if the run, which tracks them, agrees.
  const isOpen = readsUnknown(program);
  const isAgreed = ({ kind }: Finding): boolean =>
    ran.findings.some((one) => one.kind === kind && one.assumed === undefined);
  // SPIN ends at a read of what nobody has written, and the run knows that nothing comes of it.
  const isHarmless = ({ kind, span }: Finding): boolean =>
    kind === 'uninitialised' &&
    ran.notChecked.some(
      (one) => one.what === UNWRITTEN_MEMORY && spanKey(one.span) === spanKey(span),
    );
  const isFollowed = (one: Finding): boolean => !isRace(one) || !mayOrderGroups(program);
  const believed = found.findings.filter(
    (one) => (!isOpen && isFollowed(one) && !isHarmless(one)) || isAgreed(one),
  );
  const fenced = isOpen
    ? []
    : found.findings
        .filter((one) => !isFollowed(one) && !isAgreed(one) && !isOrderedRace(program, one))
        .map((one) => fencedRace(one, WORDS_OF[program.language]));
  // Other orders behind it were not searched.
  const endedEarly: readonly NotChecked[] =
    !isOpen &&
    found.findings.some((one) => isHarmless(one) && !isAgreed(one)) &&
    ran.notChecked.some(({ searchDecides }) => searchDecides !== undefined)
      ? [ENDED_EARLY]
      : [];
  return {
    findings: unique([...ran.findings, ...believed], placeOf),
    remarks: unique([...ran.remarks, ...found.remarks], placeOf),
    checked: [...new Set([...ran.checked, ...(isOpen ? [] : found.checked)])],
    notChecked: unique(
      [
        ...ran.notChecked.filter(({ searchDecides = false }) => !(searchDecides && decided)),
        ...found.notChecked,
        ...fenced,
        ...endedEarly,
      ],
      reasonOf,
    ),
  };
}

/** The same, with what it rests on. */
const judged = (
  program: ValueProgram,
  elsewhere: ReadonlySet<string> | undefined,
  ...found: Found
): Verdict => withGrid(program, elsewhere, withAssumptions(program, joined(program, ...found)));
