import { toJson } from '../base/json-text.ts';
import type { Diagnostic } from '../base/diagnostic.ts';
import { positionAt, type Span } from '../base/span.ts';
import type { HostLaunch, HostStepOf } from '../front/reader.ts';
import type { KernelParser } from '../kernel/parser.ts';
import {
  type Finding,
  type NotChecked,
  statusOf,
  type ValueProgram,
  type VerdictStatus,
} from '../values/index.ts';
import { HostArrays } from './host-arrays.ts';
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
  readonly #arrays = new Map<string, HostArrays>();
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
      else {
        this.#noteOf(step);
        for (const arrays of this.#arrays.values()) arrays.change(step);
      }
    return this.#joined();
  }

  #noteOf({ kind, span }: HostStepOf): void {
    if (kind === 'unread')
      this.#notes.push({
        what: 'a launch',
        why: 'The host launches a kernel here that is not in this text.',
        span,
        weakens: true,
      });
    if (kind === 'cut')
      this.#notes.push({
        what: 'further launches',
        why: `The host launches more than ${this.#launches.length} times; the others were left out.`,
        span,
        weakens: true,
      });
  }

  #arraysOf({ configuration }: ValueProgram): HostArrays {
    const key = toJson(configuration);
    // Another configuration than that of the launches before.
    const arrays =
      this.#arrays.get(key) ?? new HostArrays(this.#launches.length > 0, this.#options.isOutOfTime);
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
      return { arrays, ...arrays.filled(program, launch) };
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
      const isRight = one?.status === 'right' && notes.length === 0;
      arrays.leaves(program, launch, isRight ? ran : undefined);
    }
    if (programs.length === 0) for (const arrays of this.#arrays.values()) arrays.loseAll();
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
    const held = `${LIST.format(names)} ${names.length === 1 ? 'has' : 'have'} such contents`;
    const wordsOf = ({ kind }: Finding): string | undefined =>
      launch.mayBeLeft
        ? `the host comes to launch ${number}`
        : kind === 'result' && names.length > 0
          ? held
          : undefined;
    const said = (finding: Finding): Finding => {
      const words = wordsOf(finding);
      return {
        ...finding,
        message: `${finding.message}${which}`,
        assumed:
          finding.assumed ??
          (words === undefined ? undefined : { words, so: [], otherwise: [], usual: words }),
      };
    };
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
