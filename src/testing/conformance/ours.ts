import { fileURLToPath } from 'node:url';
import { unpackTrail } from '../../base/packed-trail.ts';
import { followTrail } from '../../checker/index.ts';
import { type OpenedModel, openModel } from '../../checker/promela/opened-model.ts';
import { runSpin, type SpinLoader } from '../../spin/spin-instance.ts';
import { prepareModel } from '../../spin/spin-model-text.ts';
import type { VerifierSources } from '../../spin/spin.ts';
import type { CompiledVerifier, Toolchain } from '../../spin/toolchain.ts';
import type { StepRun } from '../../spin/step-run.ts';
import type { VerifierRun } from '../../spin/verifier-run.ts';
import { loadSpinFromFolder } from '../spin-tools.ts';
import { wordsOf } from './native.ts';
import { claimOf, type ConformanceCase, type SearchLine } from './case.ts';

const BUILT = fileURLToPath(new URL('../../../wasm/build', import.meta.url));
const MODEL = 'model.pml';

/** The page's tools in Node, and SPIN for its raw output. */
export interface Engine {
  readonly toolchain: Toolchain;
  readonly spin: SpinLoader;
  /** SPIN of this machine, by its path. */
  readonly native: string;
}

export const engineOf = async (
  toolchain: Toolchain,
  native = process.env['OVERTIME_SPIN'] ?? 'spin',
): Promise<Engine> => ({ toolchain, spin: await loadSpinFromFolder(BUILT), native });

export interface OurSearch {
  readonly run: VerifierRun;
  readonly verifier: CompiledVerifier;
  readonly trail: string | undefined;
}

/** A model in our tools, asked like native SPIN. */
export class OurModel {
  readonly opened: OpenedModel;
  readonly #engine: Engine;
  readonly #isLong: boolean;
  /** By whether full channels lose messages. */
  readonly #sources = new Map<boolean, VerifierSources>();

  private constructor(engine: Engine, opened: OpenedModel, isLong: boolean) {
    this.#engine = engine;
    this.opened = opened;
    this.#isLong = isLong;
  }

  static async open(
    engine: Engine,
    { text, files, isLong = false }: ConformanceCase,
  ): Promise<OurModel> {
    const opened = await openModel(engine.toolchain, { text, files });
    return new OurModel(engine, opened, isLong);
  }

  /** SPIN's output on both streams. */
  async spin(args: readonly string[], trail?: string): Promise<string> {
    const prepared = prepareModel(this.opened.text);
    if (!prepared.ok) return prepared.problems.map(({ original }) => original).join('\n');
    const files = {
      [MODEL]: prepared.text,
      ...(trail !== undefined && { [`${MODEL}.trail`]: trail }),
    };
    const run = await runSpin(this.#engine.spin, wordsOf(args), files);
    return run.stdout + run.stderr + (run.crash === undefined ? '' : `crash: ${run.crash}\n`);
  }

  async sources(lossy = false): Promise<VerifierSources> {
    const known = this.#sources.get(lossy);
    if (known) return known;
    const model = this.opened.text;
    const { files } = await this.#engine.toolchain.generate({ model, lossy });
    this.#sources.set(lossy, files);
    return files;
  }

  async search({ spin, defines, pan }: SearchLine): Promise<OurSearch> {
    const sources = await this.sources(spin.includes('-m'));
    const request = { sources, optimise: this.#isLong ? '-O2' : '-O0', defines } as const;
    const { toolchain } = this.#engine;
    const verifier = await toolchain.compile(request);
    const memory = { maxMB: 4096 };
    const run = await toolchain.verify({ module: verifier.module, args: pan, memory });
    const packed = run.trails.at(-1)?.packed;
    return { run, verifier, trail: packed && unpackTrail(packed) };
  }

  /** The verifier replays its own trail. */
  async replay({ verifier, trail }: OurSearch, args: readonly string[]): Promise<string> {
    const { toolchain } = this.#engine;
    const files = { trail: new TextEncoder().encode(trail) };
    const request = { module: verifier.module, args: ['-r', 'trail', ...args], files };
    const { stdout } = await toolchain.verify(request);
    return stdout.join('\n');
  }

  /** The trail's run in the page. */
  readTrail(line: SearchLine, { run }: OurSearch): Promise<StepRun> {
    const trail = run.trails.at(-1)?.packed;
    if (!trail) throw new Error('there is no trail');
    const { defines } = line;
    const verifier = {
      model: this.opened.text,
      lossy: line.spin.includes('-m'),
      defines,
      claim: claimOf(line),
    };
    return followTrail(this.#engine.toolchain, verifier, trail);
  }

  /** Feeds SPIN's output to the page's readers. */
  async read(seed: number, steps: number): Promise<void> {
    const { toolchain } = this.#engine;
    const model = this.opened.text;
    await toolchain.simulate({ model, seed, maxSteps: steps });
    await toolchain.walk({ model, plan: { seed } });
  }
}
