import type { Instruction } from '../program.ts';
import { following, targetOf, valuesIn, valuesOf } from '../walk.ts';

type Forget = Extract<Instruction, { kind: 'forget' }>;

const isSame = (one: Forget, other: Instruction): boolean =>
  other.kind === 'forget' &&
  ('target' in one
    ? 'target' in other && one.target === other.target
    : 'memory' in other && one.memory.object === other.memory.object);

const reads = (step: Instruction, register: number): boolean =>
  valuesOf(step).some((value) =>
    [...valuesIn(value)].some((part) => part.kind === 'register' && part.register === register),
  );

const mentionsObject = (code: readonly Instruction[], object: number): boolean =>
  code.some(
    (step) =>
      step.kind !== 'forget' &&
      valuesOf(step).some((value) =>
        [...valuesIn(value)].some((part) => part.kind === 'address' && part.object === object),
      ),
  );

/** Steps that forget what nobody reads, or what is new anyway. */
export function needlessForgets(code: readonly Instruction[]): ReadonlySet<unknown> {
  /** Some way on leads to such a step, and no step before it ends the way. */
  const leads = (
    from: number,
    isWanted: (step: Instruction) => boolean,
    isEnd: (step: Instruction) => boolean,
  ): boolean => {
    const seen = new Set<number>();
    const open = [from + 1];
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      const step = code[at];
      if (step === undefined || seen.has(at)) continue;
      seen.add(at);
      if (isWanted(step)) return true;
      if (!isEnd(step)) open.push(...following(step, at));
    }
    return false;
  };
  const all = [...code.entries()].flatMap(([at, step]) =>
    step.kind === 'forget' ? [{ at, step }] : [],
  );
  const isRead = ({ at, step }: (typeof all)[number]): boolean =>
    'memory' in step
      ? mentionsObject(code, step.memory.object)
      : leads(
          at,
          (each) => reads(each, step.target),
          (each) => targetOf(each) === step.target,
        );
  const needed = new Set<unknown>();
  for (const { step } of all.filter(isRead)) {
    const others = all.filter((each) => isSame(step, each.step));
    const isAgain = (each: Instruction): boolean => each === step;
    if (others.some((each) => leads(each.at, isAgain, () => false))) needed.add(step);
  }
  return new Set(all.flatMap(({ step }) => (needed.has(step) ? [] : [step])));
}
