import { Failure } from '../../base/failure.ts';
import { parsePanReport } from '../../spin/pan-output.ts';
import { Rejected } from '../../spin/spin-problems.ts';
import { claimOf, type ConformanceCase, type SearchLine, shownLine } from './case.ts';
import {
  type Compared,
  SAME,
  sameProblems,
  sameRejectedLine,
  sameReport,
  sameSources,
  sameText,
} from './compare.ts';
import { NativeModel, NOT_COMPILED } from './native.ts';
import { type Engine, OurModel, type OurSearch } from './ours.ts';

/** Comparisons, in order. */
export const STEPS = ['parse', 'simulate', 'generate', 'verify', 'trail', 'replay'] as const;
export type Step = (typeof STEPS)[number];

/** The result of one comparison. */
export interface Comparison extends Compared {
  readonly step: Step;
  /** The command. */
  readonly what: string;
}

/** A model through both engines. */
export interface ConformanceRow {
  readonly name: string;
  /** SPIN accepts it. */
  readonly isTaken: boolean;
  readonly comparisons: readonly Comparison[];
  /** Natively, of all its searches. */
  readonly counted: {
    readonly states: number;
    readonly transitions: number;
    readonly errors: number;
  };
  readonly seconds: number;
}

export async function conform(engine: Engine, one: ConformanceCase): Promise<ConformanceRow> {
  const began = performance.now();
  const pair = new Pair(engine, one);
  try {
    await pair.compare();
  } finally {
    pair.dispose();
  }
  const { isTaken, comparisons, counted } = pair;
  const seconds = (performance.now() - began) / 1000;
  return { name: one.name, isTaken, comparisons, counted, seconds };
}

/** Makes simulations print everything. */
const PRINTED = ['-p', '-g', '-l', '-s', '-r'];

class Pair {
  readonly comparisons: Comparison[] = [];
  readonly counted = { states: 0, transitions: 0, errors: 0 };
  isTaken = true;
  readonly #engine: Engine;
  readonly #case: ConformanceCase;
  #native: NativeModel;

  constructor(engine: Engine, one: ConformanceCase) {
    this.#engine = engine;
    this.#case = one;
    this.#native = new NativeModel(engine.native, one);
  }

  dispose(): void {
    this.#native.dispose();
  }

  async compare(): Promise<void> {
    const ours = await this.#open();
    if (!ours) return;
    if (ours.opened.leavesOutExclusive) {
      this.#note('parse', 'xr, xs', { reasons: ['exclusive'] });
      this.dispose();
      this.#native = new NativeModel(this.#engine.native, { text: ours.opened.text, files: {} });
    }
    const parse = await this.#native.generate([]);
    this.#note('parse', 'spin -a', sameText(parse, await ours.spin(['-a'])));
    const sources = this.#native.sources();
    this.isTaken = sources !== undefined;
    if (!sources) {
      const rejected = (await thrownBy(ours.sources(), Rejected))?.problems;
      const difference = 'SPIN rejects it natively, and here it does not';
      const compared = rejected ? sameProblems(parse, rejected) : { reasons: [], difference };
      return this.#note('generate', 'spin -a', compared);
    }
    this.#note('generate', 'spin -a', sameSources(sources, await ours.sources()));
    for (const seed of this.#case.seeds) await this.#simulate(ours, seed);
    for (const words of this.#case.prints ?? []) {
      const compared = sameText(await this.#native.spin(words), await ours.spin(words));
      this.#note('simulate', ['spin', ...words].join(' '), compared);
    }
    for (const line of this.#case.searches) await this.#search(ours, line);
  }

  /** Opens our model; SPIN must reject it too if the preprocessor does. */
  async #open(): Promise<OurModel | undefined> {
    try {
      return await OurModel.open(this.#engine, this.#case);
    } catch (error) {
      if (!(error instanceof Rejected)) throw error;
      const native = await this.#native.generate([]);
      this.isTaken = this.#native.sources() !== undefined;
      const difference = `SPIN takes it natively, and here: ${error.message}`;
      const taken = { reasons: [], difference };
      this.#note(
        'parse',
        'spin -a',
        this.isTaken ? taken : sameRejectedLine(native, error.problems),
      );
      return undefined;
    }
  }

  #note(step: Step, what: string, { reasons, difference }: Compared): void {
    this.comparisons.push({ step, what, reasons, difference });
  }

  async #simulate(ours: OurModel, seed: number): Promise<void> {
    const { steps } = this.#case;
    const args = [`-n${seed}`, `-u${steps}`, ...PRINTED];
    const what = ['spin', ...args].join(' ');
    const compared = sameText(await this.#native.spin(args), await ours.spin(args));
    const failed = (await thrownBy(ours.read(seed, steps), Failure))?.message;
    this.#note('simulate', what, failed ? { reasons: [], difference: failed } : compared);
  }

  async #search(ours: OurModel, line: SearchLine): Promise<void> {
    const what = shownLine(line);
    const native = await this.#native.search(line);
    if (native.stdout === NOT_COMPILED) {
      const rejects = (await thrownBy(ours.search(line), Failure))?.message;
      const difference = rejects ? undefined : `${NOT_COMPILED} natively, and here it does`;
      return this.#note('verify', what, { reasons: [], difference });
    }
    const read = parsePanReport(native.stdout.split('\n'));
    if (read.ok) {
      this.counted.states += read.report.states;
      this.counted.transitions += read.report.transitions;
      this.counted.errors += read.report.errors;
    }
    const own = await searched(ours, line);
    if (typeof own === 'string') {
      const isLarge = own.includes(TOO_LARGE);
      return this.#note(
        'verify',
        what,
        isLarge ? { reasons: ['large'] } : { ...SAME, difference: own },
      );
    }
    const { run, trail } = own;
    const compared = sameReport(native.stdout, run.stdout);
    this.#note('verify', what, judged(compared, line));
    if (native.trail === undefined && trail === undefined) return;
    const same = sameText(native.trail ?? '', trail ?? '');
    this.#note('trail', what, judged(same, line));
    if (native.trail === trail) await this.#replay(ours, line, own);
  }

  async #replay(ours: OurModel, line: SearchLine, search: OurSearch): Promise<void> {
    const { trail = '' } = search;
    const args = ['-t', ...PRINTED];
    const [native, own] = [await this.#native.spin(args), await ours.spin(args, trail)];
    this.#note('replay', ['spin', ...args].join(' '), sameText(native, own));
    const claim = claimOf(line);
    const words = claim === undefined ? [] : ['-N', claim];
    const printed = await this.#native.replay(words);
    const printedHere = await ours.replay(search, words);
    this.#note(
      'replay',
      ['pan -r', ...words].join(' '),
      sameText(printed.trimEnd(), printedHere.trimEnd()),
    );
    const failed = (await thrownBy(ours.readTrail(line, search), Failure))?.message;
    const isStepless = !STEP.test(trail) && failed?.includes('before the first step') === true;
    const told = failed ? { ...SAME, difference: failed } : SAME;
    this.#note('replay', 'as the page tells it', isStepless ? { reasons: ['stepless'] } : told);
  }
}

/** V8's complaint about such a function. */
const TOO_LARGE = 'local count too large';

/** A search here, or why there is none. */
async function searched(ours: OurModel, line: SearchLine): Promise<OurSearch | string> {
  try {
    return await ours.search(line);
  } catch (error) {
    if (error instanceof Failure) return error.message;
    throw error;
  }
}

/** A step in a trail, not a mark. */
const STEP = /^\d+:\d+:\d+$/m;

/** With lossy hashing, collisions are chance and figures may differ. */
function judged(compared: Compared, { defines }: SearchLine): Compared {
  if (compared.difference === undefined) return compared;
  const { reasons } = compared;
  if (defines.includes('BITSTATE')) return { reasons: [...reasons, 'bits'] };
  return defines.some((each) => /^HC\d?$/.test(each))
    ? { reasons: [...reasons, 'compact'] }
    : compared;
}

/** The error of this kind, or undefined on success. */
async function thrownBy<Kind extends Error>(
  call: Promise<unknown>,
  kind: abstract new (...parameters: never) => Kind,
): Promise<Kind | undefined> {
  try {
    await call;
    return undefined;
  } catch (error) {
    if (error instanceof kind) return error;
    throw error;
  }
}
