import { Cancelled } from '../base/failure.ts';
import type { Span } from '../base/span.ts';
import type {
  Finding,
  NotChecked,
  Remark,
  Verdict,
  VerdictStatus,
  ValueProgram,
} from '../values/index.ts';
import { readsUnknown, statusOf } from '../values/index.ts';
import type { Configuration } from '../tuning/index.ts';

/** Figures of a search by SPIN. */
export interface SearchFigures {
  readonly states: number;
  readonly transitions: number;
  readonly seconds: number;
}

/** What a run in one order of the work-items showed. */
export interface RunReport extends Verdict {
  /** Bytes of each object, as long as the run needed those whose length nobody states. */
  readonly layout?: { readonly bytes: readonly number[] };
}

/** What runs a program and judges what it sees. */
export type RunValues = (
  program: ValueProgram,
  options: { readonly signal: AbortSignal },
) => Promise<RunReport> | RunReport;

/** What SPIN finds in all orders and for all inputs; `tooLarge` says why it was not asked. */
export interface ValueSearchReport extends SearchFigures {
  /** By program. */
  readonly verdicts: readonly Verdict[];
  /** Every state was visited. */
  readonly exhaustive: boolean;
  readonly tooLarge?: string | undefined;
}

export type SearchValues = (
  programs: readonly ValueProgram[],
  options: { readonly signal: AbortSignal },
) => Promise<ValueSearchReport>;

/** One configuration, as far as it has been looked at. */
export interface VerifiedConfiguration extends Verdict {
  readonly values: Configuration;
  readonly status: VerdictStatus;
}

/** Whether the values of a kernel are right, over the configurations that were asked for. */
export interface Verification extends Verdict, SearchFigures {
  readonly status: VerdictStatus;
  readonly configurations: readonly VerifiedConfiguration[];
}

/** A configuration of which there is no program: why it was not looked at. */
export interface Unposed {
  readonly values: Configuration;
  readonly reason: NotChecked;
}

export interface VerifyOptions {
  readonly run: RunValues;
  readonly search?: SearchValues | undefined;
  readonly signal: AbortSignal;
  /** Called with each configuration that has been decided, and how many there are. */
  readonly onConfiguration?: (one: VerifiedConfiguration, of: number) => void;
  readonly onStage?: (text: string) => void;
}

/** Asks whether the values of a kernel are right for every schedule: each configuration is run by work-items in one
 * order under a monitor, which stands for all orders where there is no race, and where it is small enough SPIN
 * searches all inputs and all orders of what may be reordered. */
export async function verifyPrograms(
  programs: readonly ValueProgram[],
  unposed: readonly Unposed[],
  { run, search, signal, onConfiguration, onStage }: VerifyOptions,
): Promise<Verification> {
  const started = performance.now();
  const of = programs.length + unposed.length;
  const done: VerifiedConfiguration[] = [];
  const add = (values: Configuration, verdict: Verdict): void => {
    const one = { values, ...verdict, status: statusOf(verdict) };
    done.push(one);
    onConfiguration?.(one, of);
  };
  const runs: RunReport[] = [];
  for (const program of programs) {
    const ran = signal.aborted
      ? unfinished('the time limit was reached before it')
      : await run(program, { signal });
    runs.push(ran);
    // A search may still decide what a run leaves open.
    if (!search) add(program.configuration, joined(program, ran, undefined, 0));
  }
  let figures: SearchFigures = { states: 0, transitions: 0, seconds: 0 };
  let searched: ValueSearchReport | undefined;
  if (search && programs.length > 0 && !signal.aborted) {
    onStage?.('SPIN searches all inputs and orders');
    const grown = programs.map((program, i) => withLayout(program, runs[i]));
    searched = await search(grown, { signal }).catch((error: unknown) => {
      // What the runs have shown stays true.
      if (error instanceof Cancelled && signal.aborted) return OUT_OF_TIME;
      throw error;
    });
    figures = searched;
  }
  if (search)
    programs.forEach((program, i) => {
      const ran = runs[i] ?? unfinished('it was not run');
      add(program.configuration, joined(program, ran, searched, i));
    });
  for (const { values, reason } of unposed)
    add(values, { findings: [], remarks: [], checked: [], notChecked: [reason] });
  const verdict = together(done);
  return {
    ...verdict,
    status: done.length === 0 ? 'not-checked' : statusOf(verdict),
    configurations: done,
    states: figures.states,
    transitions: figures.transitions,
    seconds: (performance.now() - started) / 1000,
  };
}

/** A program whose arrays are as long as its run needed them. */
function withLayout(program: ValueProgram, ran: RunReport | undefined): ValueProgram {
  const bytes = ran?.layout?.bytes;
  if (bytes === undefined) return program;
  const objects = program.objects.map((object, i) => ({
    ...object,
    bytes: bytes[i] ?? object.bytes,
  }));
  return { ...program, objects };
}

const OUT_OF_TIME: ValueSearchReport = {
  ...{ states: 0, transitions: 0, seconds: 0, verdicts: [], exhaustive: false },
  tooLarge: 'the time limit was reached before it ended',
};

const unfinished = (why: string): Verdict => ({
  findings: [],
  remarks: [],
  checked: [],
  notChecked: [{ what: 'everything', why, weakens: true }],
});

/** What a run and a search say together of one program. */
function joined(
  program: ValueProgram,
  { findings, remarks, checked, notChecked }: RunReport,
  searched: ValueSearchReport | undefined,
  index: number,
): Verdict {
  const ran = { findings, remarks, checked, notChecked };
  if (searched?.tooLarge !== undefined)
    return {
      ...ran,
      notChecked: [
        ...ran.notChecked,
        { what: 'search by SPIN', why: searched.tooLarge, weakens: false },
      ],
    };
  const found = searched?.verdicts[index];
  if (searched === undefined || found === undefined) return ran;
  const decided = searched.exhaustive && found.findings.length === 0;
  // Where the text does not say what is in an array, SPIN takes something: what goes wrong with just that tells
  // nothing of the kernel, unless the run, which knows what depends on it, says so too.
  const isOpen = readsUnknown(program);
  const believed = found.findings.filter(
    ({ kind }) => !isOpen || ran.findings.some((one) => one.kind === kind),
  );
  return {
    findings: unique([...ran.findings, ...believed], placeOf),
    remarks: unique([...ran.remarks, ...found.remarks], placeOf),
    checked: [...new Set([...ran.checked, ...(isOpen ? [] : found.checked)])],
    notChecked: unique(
      [
        ...ran.notChecked.filter(({ searchDecides = false }) => !(searchDecides && decided)),
        ...found.notChecked,
      ],
      reasonOf,
    ),
  };
}

/** The verdict over all configurations: each thing once, for the first configuration that has it. */
const together = (all: readonly VerifiedConfiguration[]): Verdict => ({
  findings: unique(
    all.flatMap(({ findings }) => findings),
    placeOf,
  ),
  remarks: unique(
    all.flatMap(({ remarks }) => remarks),
    placeOf,
  ),
  checked: inFewWords(all.flatMap(({ checked }) => checked)),
  notChecked: unique(
    all.flatMap(({ notChecked }) => notChecked),
    reasonOf,
  ),
});

const OR = new Intl.ListFormat('en-GB', { type: 'disjunction' });

/** Sentences that differ in their numbers alone as one: `Races of the 2, 4 or 8 items of a group`. */
export function inFewWords(sentences: readonly string[]): string[] {
  const alike = new Map<string, Set<number>[]>();
  for (const sentence of sentences) {
    const numbers = [...sentence.matchAll(/\d+/g)].map(([digits]) => Number(digits));
    const frame = sentence.replaceAll(/\d+/g, '#');
    const places = alike.get(frame) ?? numbers.map(() => new Set<number>());
    numbers.forEach((number, place) => places[place]?.add(number));
    alike.set(frame, places);
  }
  return [...alike].map(([frame, places]) => {
    let place = 0;
    return frame.replaceAll('#', () => {
      const numbers = [...(places[place++] ?? [])].toSorted((a, b) => a - b);
      return OR.format(numbers.map(String));
    });
  });
}

const spanKey = (span: Span | undefined): string => `${span?.start} ${span?.end}`;
const placeOf = ({ kind, span, related }: Finding | Remark): string =>
  [kind, ...[spanKey(span), spanKey(related?.[0]?.span)].toSorted()].join(' ');
const reasonOf = ({ what, why, span }: NotChecked): string => `${what} ${why} ${spanKey(span)}`;

function unique<T>(all: readonly T[], key: (one: T) => string): T[] {
  const seen = new Map<string, T>();
  for (const one of all) if (!seen.has(key(one))) seen.set(key(one), one);
  return [...seen.values()];
}
