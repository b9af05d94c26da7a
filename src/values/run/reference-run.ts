import type { ValueProgram } from '../program.ts';
import { groupsOf } from '../walk.ts';
import { Budget, OutOfBudget } from './budget.ts';
import { inputsOf } from './inputs.ts';
import { UnknownFunction } from './lower-value.ts';
import { OtherLayout } from './other-layout.ts';
import { AssumptionFailed } from './assumption-failed.ts';
import { Report } from './report.ts';
import { prepare, Session } from './session.ts';
import type { Layout } from './store.ts';

/** What a program's first input is, and what it leaves. */
export interface ReferenceRun {
  /** Values of arguments, by register. */
  readonly arguments: readonly (number | bigint | undefined)[];
  /** Bytes of each object; absent for what lasts no longer than a group. */
  readonly before: readonly (Uint8Array<ArrayBuffer> | undefined)[];
  readonly after: readonly (Uint8Array<ArrayBuffer> | undefined)[];
  /** All items came to their end, and nothing wrong was seen. */
  readonly isRight: boolean;
  /** An atomic access by which another order of work-items may leave something else. */
  readonly ordered?: string;
}

const MOST_LAYOUTS = 12;

/** Runs a program once, groups in turn, on its first input.
 * @returns why it cannot, in words. */
export function referenceRun(
  program: ValueProgram,
  { budget, isOutOfTime }: { readonly budget: number; readonly isOutOfTime?: () => boolean },
): ReferenceRun | string {
  const prepared = prepare(program);
  let layout: Layout = {
    bytes: program.objects.map(({ bytes }) => bytes),
    grains: prepared.facts.grains,
  };
  for (let attempt = 0; ; attempt += 1) {
    const report = new Report(program, prepared.facts);
    const filling = inputsOf(program, layout, 1).filling(0);
    if (filling === undefined) return 'no input fits what the kernel says of it';
    try {
      const session = new Session(prepared, layout, report, new Budget(budget, isOutOfTime));
      session.fill(filling);
      const isOutside = (index: number): boolean =>
        /^(global|constant)$/.test(program.objects[index]?.space ?? '');
      const contents = (): (Uint8Array<ArrayBuffer> | undefined)[] =>
        session.stores.map(({ u8, bytes }, index) =>
          isOutside(index) ? Uint8Array.from(u8.subarray(0, bytes)) : undefined,
        );
      const before = contents();
      const isDone = session.run(Array.from({ length: groupsOf(program) }, (_, group) => group));
      const longer = report.settleReached();
      if (longer.length === 0 || attempt >= MOST_LAYOUTS) {
        const [site = -1] = report.ordered;
        const atomic = program.code[prepared.facts.instructions[site] ?? -1];
        return {
          arguments: filling.arguments,
          before,
          after: contents(),
          isRight: isDone && report.findings.length === 0,
          ...(atomic?.kind === 'atomic' && { ordered: atomic.text }),
        };
      }
      const bytes = [...layout.bytes];
      for (const { store, end } of longer) bytes[store.index] = end;
      layout = { ...layout, bytes };
    } catch (error) {
      if (error instanceof OtherLayout && attempt < MOST_LAYOUTS) {
        layout = { ...layout, grains: layout.grains.with(error.store.index, 1) };
        continue;
      }
      if (error instanceof OutOfBudget) return 'it takes too long to run here';
      if (error instanceof AssumptionFailed)
        return 'its first input breaks what it takes for granted';
      if (error instanceof UnknownFunction) return `${error.function} is not computed here`;
      throw error;
    }
  }
}
