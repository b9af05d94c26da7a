import { Cancelled } from '../../base/failure.ts';
import type { DeviceProgram } from '../../device/program.ts';
import { validConfigurations } from '../../front/configurations.ts';
import { type Environment, ExprError } from '../../front/expr.ts';
import type { Kernel } from '../../kernel/ir.ts';
import type { Constants } from '../../platform/index.ts';
import { encodeProgram, programFile, type ProgramRow, unrunnable } from './program-table.ts';

/** The warps' program in a configuration.
 * @throws {ExprError} where there is none, in words for the user. */
export type ProgramOf = (values: Environment, constants: Constants) => DeviceProgram;

/** Milliseconds of work between pauses. */
const SLICE = 20;

/** A configuration's program as the model reads it, or why it has none. */
type Entry = Int32Array | string;

/** The program of one configuration, made beforehand. */
export interface MadeProgram {
  /** The values of the tuning parameters. */
  readonly key: string;
  readonly entry: Entry;
}

const valuesIn = (kernel: Kernel, values: Environment): number[] =>
  kernel.parameters.map(({ name }) => values[name] ?? 0);

/** Makes the program of a configuration, out of the way of the model. */
export function makeProgram(
  kernel: Kernel,
  values: Environment,
  constants: Constants,
  programOf: ProgramOf,
): MadeProgram {
  const key = valuesIn(kernel, values).join(' ');
  try {
    const program = programOf(values, constants);
    return { key, entry: unrunnable(program) ?? encodeProgram(program) };
  } catch (error) {
    if (error instanceof ExprError) return { key, entry: error.message };
    throw error;
  }
}

/** A kernel's programs on one platform, made when asked for and kept encoded. */
export class Programs {
  readonly constants: Constants;
  readonly #kernel: Kernel;
  readonly #programOf: ProgramOf;
  readonly #entries = new Map<string, Entry>();
  #areGiven = false;

  constructor(kernel: Kernel, constants: Constants, programOf: ProgramOf) {
    this.#kernel = kernel;
    this.constants = constants;
    this.#programOf = programOf;
  }

  get areGiven(): boolean {
    return this.#areGiven;
  }

  /** Takes programs that were made elsewhere, of all configurations. */
  give(made: Iterable<MadeProgram>): void {
    for (const { key, entry } of made) this.#entries.set(key, entry);
    this.#areGiven = true;
  }

  /** Why a configuration has no program; nothing where it has one. */
  reason(values: Environment): string | undefined {
    const entry = this.#entry(values);
    return typeof entry === 'string' ? entry : undefined;
  }

  /** Groups and warps of a wave, of a configuration that has a program. */
  wave(values: Environment): { readonly groups: number; readonly warps: number } {
    const entry = this.#entry(values);
    const [inGroup = 0, groups = 0] = typeof entry === 'string' ? [] : entry;
    return { groups, warps: inGroup * groups };
  }

  /** The program of a configuration. @throws {ExprError} where it has none. */
  program(values: Environment): DeviceProgram {
    return this.#programOf(values, this.constants);
  }

  /** Makes the wanted programs, with pauses. */
  async prepare(isWanted: (values: Environment) => boolean, signal?: AbortSignal): Promise<void> {
    let began = performance.now();
    for (const values of validConfigurations(this.#kernel, { ...this.constants })) {
      if (signal?.aborted === true) throw new Cancelled();
      if (isWanted(values)) this.#entry(values);
      if (performance.now() - began < SLICE) continue;
      await new Promise((resolve) => setTimeout(resolve));
      began = performance.now();
    }
  }

  /** The file of all valid configurations that are wanted. */
  file(isWanted: (values: Environment) => boolean): Uint8Array<ArrayBuffer> {
    const rows: ProgramRow[] = [];
    for (const values of validConfigurations(this.#kernel, { ...this.constants })) {
      if (!isWanted(values)) continue;
      const words = this.#entry(values);
      if (typeof words !== 'string') rows.push({ key: this.#key(values), words });
    }
    return programFile(rows, this.#kernel.parameters.length);
  }

  #key(values: Environment): number[] {
    return valuesIn(this.#kernel, values);
  }

  #entry(values: Environment): Entry {
    const key = this.#key(values).join(' ');
    let entry = this.#entries.get(key);
    if (entry === undefined) {
      ({ entry } = makeProgram(this.#kernel, values, this.constants, this.#programOf));
      this.#entries.set(key, entry);
    }
    return entry;
  }
}
