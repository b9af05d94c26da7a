import { WORDS_OF } from '../../front/language.ts';
import { isFloat } from '../../front/scalar.ts';
import type { Twin, ValueProgram } from '../program.ts';
import { groupsOf } from '../walk.ts';
import { readScalar } from './conversion.ts';
import { scalarsOf } from './filled-arrays.ts';
import { type Filling, inputsOf } from './inputs.ts';
import type { Budget } from './budget.ts';
import { placeName } from './names.ts';
import { SHADOW } from './registers.ts';
import { OtherLayout } from './other-layout.ts';
import { AssumptionFailed } from './assumption-failed.ts';
import { Report, type Told } from './report.ts';
import { prepare, type Prepared, Session } from './session.ts';
import type { Layout, Store } from './store.ts';

/** What a comparison of one run says. */
export type Compared =
  | { readonly kind: 'same'; readonly isUnknown: boolean }
  /** Words for the first element that differs. */
  | { readonly kind: 'other'; readonly words: string; readonly isGarbage: boolean }
  /** The twin is no measure itself, and why. */
  | { readonly kind: 'open'; readonly why: string };

interface Kept {
  readonly filling: Filling;
  readonly session: Session;
  readonly report: Report;
  readonly isFor: (layout: Layout) => boolean;
}

/** Runs a twin on the inputs of the kernel, and compares what both leave. */
export class TwinRun {
  readonly #twin: Twin;
  readonly #program: ValueProgram;
  readonly #prepared: Prepared;
  readonly #budget: Budget;
  readonly #options: Told;
  /** The twin's objects that are the kernel's too, by their numbers. */
  readonly #shared: readonly (readonly [own: number, kernel: number])[];
  #grains: Layout['grains'];
  /** The last run, if it is a measure: another one of its memory is spared. */
  #kept: Kept | undefined;

  constructor(twin: Twin, program: ValueProgram, budget: Budget, options: Told) {
    this.#twin = twin;
    this.#program = program;
    this.#prepared = prepare(twin.program);
    this.#budget = budget;
    this.#options = options;
    this.#grains = this.#prepared.facts.grains;
    this.#shared = twin.program.objects.flatMap(({ name, isArgument, space }, own) => {
      const kernel = program.objects.findIndex((each) => each.isArgument && each.name === name);
      return isArgument && space !== 'local' && kernel >= 0 ? [[own, kernel] as const] : [];
    });
  }

  /** @param stores of the kernel, which has run. @throws {OutOfBudget} */
  compared(filling: Filling, stores: readonly Store[]): Compared {
    for (;;)
      try {
        return this.#run(filling, stores);
      } catch (error) {
        if (error instanceof AssumptionFailed) return { kind: 'same', isUnknown: false };
        if (!(error instanceof OtherLayout) || this.#grains[error.store.index] === 1) throw error;
        this.#grains = this.#grains.with(error.store.index, 1);
      }
  }

  #run(filling: Filling, stores: readonly Store[]): Compared {
    const { program } = this.#twin;
    const kernelOf = new Map(this.#shared);
    const layout: Layout = {
      bytes: program.objects.map(
        ({ bytes }, own) => stores[kernelOf.get(own) ?? -1]?.bytes ?? bytes,
      ),
      grains: this.#grains,
    };
    const kept = this.#kept?.isFor(layout) === true ? this.#kept : undefined;
    // It leaves the same whatever the order of the kernel's items.
    if (kept?.filling === filling) return this.#differ(stores, kept.session.stores);
    this.#kept = undefined;
    const report = kept?.report ?? new Report(program, this.#prepared.facts, this.#options);
    const session = kept?.session ?? new Session(this.#prepared, layout, report, this.#budget);
    session.fill(this.#filled(filling, layout));
    const isDone = session.run(Array.from({ length: groupsOf(program) }, (_, group) => group));
    const [wrong] = report.findings;
    if (wrong !== undefined || !isDone)
      return {
        kind: 'open',
        why: `${program.kernel} is wrong itself: ${wrong?.finding.message ?? `not all of its ${WORDS_OF[program.language].item}s end.`}`,
      };
    if (report.settleReached().length > 0)
      return {
        kind: 'open',
        why: `${program.kernel} accesses more of an array than its length, which nobody states.`,
      };
    if (report.ordered.size > 0)
      return {
        kind: 'open',
        why: `What ${program.kernel} leaves may depend on the order of its atomic accesses.`,
      };
    const isFor = ({ bytes, grains }: Layout): boolean =>
      grains === layout.grains && bytes.every((each, own) => each === layout.bytes[own]);
    this.#kept = { filling, session, report, isFor };
    return this.#differ(stores, session.stores);
  }

  /** What the kernel was filled with. */
  #filled(filling: Filling, layout: Layout): Filling {
    const { program } = this.#twin;
    const own = inputsOf(program, layout, 1).filling(0);
    const kernelOf = new Map(this.#shared);
    const argument = (name: string | undefined): number =>
      this.#program.registers.findIndex((each) => each.isArgument === true && each.name === name);
    return {
      trial: filling.trial,
      objects: program.objects.map((_, index) => {
        const kernel = kernelOf.get(index);
        return kernel === undefined ? own?.objects[index] : filling.objects[kernel];
      }),
      arguments: program.registers.map(({ name, isArgument }, register) =>
        isArgument === true
          ? (filling.arguments[argument(name)] ?? own?.arguments[register])
          : own?.arguments[register],
      ),
    };
  }

  #differ(kernels: readonly Store[], twins: readonly Store[]): Compared {
    let isUnknown = false;
    for (const [own, kernel] of this.#shared) {
      const [ours, theirs] = [kernels[kernel], twins[own]];
      if (ours === undefined || theirs === undefined || ours.object.space !== 'global') continue;
      for (const { offset, type } of scalarsOf(ours.object, ours.bytes)) {
        const bits = shadowAt(ours, offset) | shadowAt(theirs, offset);
        if ((bits & SHADOW.unknown) !== 0) isUnknown = true;
        const [a, b] = [readScalar(ours.data, offset, type), readScalar(theirs.data, offset, type)];
        if (isSame(a, b, isFloat(type) ? this.#twin.tolerance : 0)) continue;
        return {
          kind: 'other',
          words: `This kernel leaves ${placeName(ours.object, offset)} = ${a}, and ${this.#twin.program.kernel} ${b}`,
          isGarbage: (bits & SHADOW.garbage) !== 0,
        };
      }
    }
    return { kind: 'same', isUnknown };
  }
}

const shadowAt = (store: Store, offset: number): number =>
  store.shadows[offset >> store.grainShift] ?? 0;

/** Both are no number, or near each other by one of two measures. */
function isSame(a: number | bigint, b: number | bigint, tolerance: number): boolean {
  if (a === b || (Number.isNaN(a) && Number.isNaN(b))) return true;
  if (typeof a === 'bigint' || typeof b === 'bigint' || tolerance === 0) return false;
  const apart = Math.abs(a - b);
  // Nothing is near infinity.
  if (!Number.isFinite(apart)) return false;
  return apart <= tolerance || apart <= tolerance * Math.max(Math.abs(a), Math.abs(b));
}
