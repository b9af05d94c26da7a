import { toJson } from '../base/json-text.ts';
import { Reports, type Diagnostic } from '../base/diagnostic.ts';
import { positionAt, type Span } from '../base/span.ts';
import { parsePragma } from '../front/pragma.ts';
import type { HostLaunch, HostStepOf } from '../front/reader.ts';
import type { KernelParser } from '../kernel/parser.ts';
import {
  type Finding,
  type NotChecked,
  statusOf,
  type ValueProgram,
  type VerdictStatus,
} from '../values/index.ts';
import type { MemoryObject } from '../values/program.ts';
import { specificationOf } from '../values/specification-of.ts';
import type { Input } from '../values/specification.ts';
import { scalarAt, scalarsOf } from '../values/run/inputs.ts';
import { type Left, leftBy, writtenArrays } from '../values/run/left.ts';
import { isSetElsewhere } from '../values/run/open-inputs.ts';
import { inputBytes } from '../values/run/names.ts';
import { type PosedLaunches, poseLaunches } from './pose-launches.ts';
import type { PosedValues, ValueSetting } from './pose-values.ts';
import { type Verification, verifyPrograms, type VerifyOptions } from './verify.ts';
import type { RunReport } from './value-reports.ts';
import { together } from './verdicts-together.ts';

/** Verifies the host's launches in their order: what each leaves in the arrays is what the next finds there. The
 * boundary of a launch orders everything, so races are judged in each by itself. */

/** One launch, and its verdict. */
export interface LaunchVerdict {
  readonly kernel: string;
  readonly span: Span;
  readonly status: VerdictStatus;
}

export interface LaunchesVerification extends Verification {
  readonly launches: readonly LaunchVerdict[];
  readonly diagnostics: readonly Diagnostic[];
}

export interface LaunchesOptions extends VerifyOptions {
  /** A finding is said as another, with its launch. */
  readonly onSaid?: (said: Finding, found: Finding) => void;
  readonly onLaunch?: (launch: LaunchVerdict, number: number, of: number) => void;
}

/** An array's contents: what a launch leaves, an expression of `i`, or nobody knows. */
type Contents = Left | string | undefined;

/** Contents of arrays in one configuration; what is not in it is as it was at first, or lost. */
interface Arrays {
  readonly known: Map<string, Contents>;
  isLost: boolean;
  /** The text leaves out what sets an array. */
  isOpen: boolean;
}

export const verifyPosedLaunches = (
  text: string,
  { steps, posed }: PosedLaunches,
  options: LaunchesOptions,
): Promise<LaunchesVerification> => new Sequence(text, steps, posed, options).verified();

/** Or why there is nothing to verify. */
export async function verifyLaunches(
  parser: KernelParser,
  text: string,
  setting: ValueSetting,
  options: LaunchesOptions,
): Promise<LaunchesVerification | string> {
  const posed = poseLaunches(parser, text, setting);
  return typeof posed === 'string' ? posed : verifyPosedLaunches(text, posed, options);
}

class Sequence {
  readonly #text: string;
  readonly #steps: readonly HostStepOf[];
  readonly #posed: ReadonlyMap<number, PosedValues>;
  readonly #options: LaunchesOptions;
  readonly #arrays = new Map<string, Arrays>();
  readonly #launches: LaunchVerdict[] = [];
  readonly #parts: Verification[] = [];
  /** The last launch that a claim can be asked of. */
  readonly #claims = new Map<string, HostLaunch>();
  readonly #notes: NotChecked[] = [];

  constructor(
    text: string,
    steps: readonly HostStepOf[],
    posed: ReadonlyMap<number, PosedValues>,
    options: LaunchesOptions,
  ) {
    this.#text = text;
    this.#steps = steps;
    this.#posed = posed;
    this.#options = options;
    for (const launch of this.#hostLaunches)
      for (const { ensures } of posed.get(launch.number)?.programs ?? [])
        for (const claim of ensures) this.#claims.set(claim.text, launch);
  }

  get #hostLaunches(): readonly HostLaunch[] {
    return this.#steps.filter((step) => step.kind === 'launch');
  }

  async verified(): Promise<LaunchesVerification> {
    const launches = this.#hostLaunches;
    const streams = new Set(launches.map(({ stream }) => stream));
    const [first] = launches;
    if (streams.size > 1 && first)
      this.#notes.push({
        what: 'order of launches',
        why: 'The host launches in several streams; they were taken in the order of the text.',
        span: first.span,
        weakens: false,
        holdsIf: 'each launch waits for those before it',
      });
    for (const step of this.#steps)
      if (step.kind === 'launch') await this.#launch(step);
      else if (step.kind === 'unread') {
        this.#notes.push({
          what: 'a launch',
          why: 'The host launches a kernel here that is not in this text.',
          span: step.span,
          weakens: true,
        });
        for (const arrays of this.#arrays.values()) loseAll(arrays);
      } else if (step.kind === 'cut')
        this.#notes.push({
          what: 'further launches',
          why: `The host launches more than ${this.#launches.length} times; the others were left out.`,
          span: step.span,
          weakens: true,
        });
      else for (const arrays of this.#arrays.values()) change(arrays, step);
    return this.#joined();
  }

  #arraysOf({ configuration }: ValueProgram): Arrays {
    const key = toJson(configuration);
    // Another configuration than that of the launches before.
    const arrays = this.#arrays.get(key) ?? {
      known: new Map(),
      isLost: this.#launches.length > 0,
      isOpen: false,
    };
    this.#arrays.set(key, arrays);
    return arrays;
  }

  async #launch(launch: HostLaunch): Promise<void> {
    const { programs, unposed, obstacle } = this.#posed.get(launch.number) ?? {
      programs: [],
      unposed: [],
    };
    const notes: NotChecked[] = [];
    const given = programs.map((program) => {
      const arrays = this.#arraysOf(program);
      arrays.isOpen ||= isSetElsewhere(program);
      // Those with an object of their own.
      const own = new Set(program.objects.flatMap((each) => (each.isArgument ? each.name : [])));
      const aliases = launch.arrays.filter(
        (array, at) =>
          array !== undefined &&
          launch.arrays.indexOf(array) < at &&
          own.has(launch.parameters[at] ?? ''),
      );
      if (aliases.length > 0)
        notes.push({
          what: 'arrays that are one',
          why: 'Two arguments of this launch are the same array; they were taken for two.',
          span: launch.span,
          weakens: true,
        });
      return { arrays, ...filled(program, launch, arrays) };
    });
    const asked = given.map(({ program }) => ({
      ...program,
      // It would find other contents.
      otherLaunch: undefined,
      ensures: program.ensures.filter((claim) => this.#claims.get(claim.text) === launch),
    }));
    const runs = new Map<ValueProgram, RunReport>();
    const verification = await verifyPrograms(asked, unposed, {
      ...this.#options,
      run: async (program, call) => {
        const ran = await this.#options.run(program, call);
        runs.set(program, ran);
        return ran;
      },
    });
    if (obstacle !== undefined)
      notes.push({ what: 'everything', why: obstacle, span: launch.span, weakens: true });
    for (const [index, { arrays, program }] of given.entries()) {
      const one = verification.configurations[index];
      const ran = runs.get(asked[index] ?? program);
      const layout = one?.status === 'right' && notes.length === 0 ? ran?.layout : undefined;
      const isForAll = ran?.bound?.inputs === 'all';
      const left = layout ? leftBy(program, layout, { isForAll }) : new Map<number, undefined>();
      for (const at of writtenArrays(program)) {
        const array = arrayOf(program.objects[at], launch);
        if (array === undefined) loseAll(arrays);
        else arrays.known.set(array, left.get(at));
      }
    }
    if (programs.length === 0) for (const arrays of this.#arrays.values()) loseAll(arrays);
    this.#add(
      launch,
      verification,
      notes,
      given.flatMap(({ lost }) => lost),
    );
  }

  /** Claims about what was not followed rest on it. */
  #add(
    launch: HostLaunch,
    verification: Verification,
    notes: readonly NotChecked[],
    lost: readonly string[],
  ): void {
    const of = this.#posed.size;
    const number = this.#launches.length + 1;
    const { line } = positionAt(this.#text, launch.span.start);
    const which =
      of === 1 ? '' : ` This is launch ${number} of ${of}, ${launch.kernel} in line ${line}.`;
    const names = [...new Set(lost)];
    const words = `${LIST.format(names)} ${names.length === 1 ? 'has' : 'have'} such contents`;
    const said = (finding: Finding): Finding => ({
      ...finding,
      message: `${finding.message}${which}`,
      ...(finding.kind === 'result' &&
        names.length > 0 &&
        finding.assumed === undefined && {
          assumed: { words, so: [], otherwise: [], usual: words },
        }),
    });
    const configurations = verification.configurations.map((one) => {
      const findings = one.findings.map((found) => {
        const made = said(found);
        this.#options.onSaid?.(made, found);
        return made;
      });
      const notChecked = [...one.notChecked, ...notes].map((note) =>
        note.weakens ? { ...note, why: `${note.why}${which}` } : note,
      );
      return { ...one, findings, notChecked, status: statusOf({ findings, notChecked }) };
    });
    const own = together(configurations);
    const notChecked = configurations.length === 0 ? [...own.notChecked, ...notes] : own.notChecked;
    const status = configurations.length === 0 ? 'not-checked' : statusOf({ ...own, notChecked });
    this.#parts.push({ ...verification, ...own, notChecked, configurations, status });
    const verdict = { kernel: launch.kernel, span: launch.span, status };
    this.#launches.push(verdict);
    this.#options.onLaunch?.(verdict, number, of);
  }

  #joined(): LaunchesVerification {
    const all = this.#parts.flatMap(({ configurations }) => configurations);
    const alone = this.#parts.filter(({ configurations }) => configurations.length === 0);
    const open = {
      values: {},
      status: 'not-checked',
      findings: [],
      remarks: [],
      checked: [],
    } as const;
    const whole = together([
      ...all,
      ...alone.map(({ notChecked }) => ({ ...open, notChecked })),
      { ...open, notChecked: this.#notes },
    ]);
    const sum = (of: (part: Verification) => number): number =>
      this.#parts.reduce((total, part) => total + of(part), 0);
    const keys = new Map(all.map(({ values }) => [toJson(values), values]));
    const bounds = this.#parts.flatMap(({ bound }) => bound ?? []);
    const tried = bounds.flatMap(({ inputs }) => (inputs === 'all' ? [] : [inputs]));
    const items = bounds.flatMap((each) => each.items);
    const [first] = bounds;
    const count = this.#launches.length;
    return {
      ...whole,
      checked: [
        ...(count > 1
          ? [`${count} launches in their order, each with what those before it leave.`]
          : []),
        ...whole.checked,
      ],
      status: statusOf(whole),
      configurations: [...keys].map(([key, values]) => {
        const mine = together(all.filter((one) => toJson(one.values) === key));
        return { values, ...mine, status: statusOf(mine) };
      }),
      states: sum(({ states }) => states),
      transitions: sum(({ transitions }) => transitions),
      inputs: sum(({ inputs }) => inputs),
      seconds: sum(({ seconds }) => seconds),
      ...(first && {
        bound: {
          language: first.language,
          items: [Math.min(...items), Math.max(...items)],
          inputs: tried.length === 0 ? 'all' : Math.min(...tried),
        },
      }),
      launches: this.#launches,
      diagnostics: unique([...this.#posed.values()].flatMap(({ diagnostics }) => diagnostics)),
    };
  }
}

const LIST = new Intl.ListFormat('en', { type: 'conjunction' });

const unique = (all: readonly Diagnostic[]): readonly Diagnostic[] => [
  ...new Map(all.map((each) => [toJson([each.code, each.span, each.message]), each])).values(),
];

function loseAll(arrays: Arrays): void {
  arrays.known.clear();
  arrays.isLost = true;
}

function change(
  arrays: Arrays,
  step: Exclude<HostStepOf, { kind: 'launch' | 'cut' | 'unread' }>,
): void {
  const { known } = arrays;
  if (step.kind === 'fill') known.set(step.array, step.contents);
  // The array itself has its first contents.
  else if (step.kind === 'copy') known.set(step.to, known.get(step.from));
  else if (step.array !== undefined) known.set(step.array, undefined);
  else loseAll(arrays);
}

/** The host's name of an argument's array; variables of the device keep theirs. */
function arrayOf(object: MemoryObject | undefined, launch: HostLaunch): string | undefined {
  const place = launch.parameters.indexOf(object?.name ?? '');
  if (object === undefined || place < 0) return undefined;
  return place < launch.arrays.length ? launch.arrays[place] : `device ${object.name}`;
}

/** The program with the contents that its arrays have at the launch, and names of those that are lost. */
function filled(
  program: ValueProgram,
  launch: HostLaunch,
  { known, isLost, isOpen }: Arrays,
): { readonly program: ValueProgram; readonly lost: readonly string[] } {
  const lost: string[] = [];
  const objects = program.objects.map((object): MemoryObject => {
    if (object.space !== 'global' || !object.isArgument) return object;
    const array = arrayOf(object, launch);
    if (array !== undefined && !known.has(array) && !isLost) return object;
    // A part of an array, or one that nobody knows, may have been written before.
    if (array === undefined && known.size === 0 && !isLost) return object;
    const place = launch.parameters.indexOf(object.name);
    const found = array === undefined ? undefined : known.get(array);
    // Somebody that is not followed may have filled the gaps.
    const isFilled =
      typeof found === 'object' &&
      found.gaps.length > 0 &&
      (isOpen || launch.isOfLaunches[place] !== true);
    if (isFilled && array !== undefined) known.set(array, undefined);
    const contents = isFilled ? undefined : found;
    const input = contents === undefined ? undefined : inputOf(object, contents);
    if (input === undefined || input.kind === 'unknown') lost.push(object.name);
    return { ...object, input: input ?? { kind: 'unknown' } };
  });
  return { program: { ...program, objects }, lost };
}

function inputOf(object: MemoryObject, contents: Left | string): Input | undefined {
  const { bytes, name } = object;
  if (typeof contents !== 'string') {
    const { bytes: known, gaps } = contents;
    if (gaps.length > 0) return { kind: 'unknown', unset: { gaps, line: undefined } };
    if (known === undefined || known.length < bytes) return undefined;
    const values = [...scalarsOf(object, bytes)].flatMap(
      ({ offset, type }) => scalarAt(known, offset, type) ?? [],
    );
    return { kind: 'given', values };
  }
  if (contents === '0')
    return { kind: 'given', values: [...scalarsOf(object, bytes)].map(() => 0) };
  if (object.members !== undefined) return undefined;
  const line = `#pragma tuner input ${name}[i] = ${contents}`;
  const pragma = parsePragma(line, 0, line.length, new Reports());
  const length = Math.floor(bytes / inputBytes(object));
  const about = {
    arrays: new Map([[name, { length, members: [] }]]),
    numbers: new Map(),
    scalars: new Set<string>(),
  };
  return pragma && specificationOf([pragma], about).inputs.get(name);
}
