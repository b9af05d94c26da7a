import { sure } from '../../base/interval.ts';
import { productOf } from '../../base/product.ts';
import type { Value, ValueProgram } from '../program.ts';
import { registersIn, targetOf } from '../walk.ts';
import type { Definitions } from './definitions.ts';
import { isKeptBetween } from './regions.ts';
import type { Numbered } from './place-form.ts';
import { onlyTarget, type PointsTo } from './points-to.ts';
import type { Possible } from './possible.ts';
import { behind } from './regions.ts';

/** A sum of what the items before have given, which no two items share that have given more than 0. */
interface Scan extends Numbered {
  readonly total: number;
  /** Where it begins and is added to. */
  readonly made: readonly number[];
  /** The own number, and where it was given. */
  readonly given: Value;
  readonly at: number;
}

export interface Scans {
  /** The sum that a register holds. */
  readonly numberIn: (register: number, at: number) => Numbered | undefined;
  /** A number of an object is nobody else's for whoever comes to an access. */
  readonly isOwn: (object: number, access: number) => boolean;
}

const LARGEST = 2 ** 31 - 1;

/** Sums of scans, in a kernel that makes each once. */
export function scansOf(
  program: ValueProgram,
  known: {
    readonly points: PointsTo;
    readonly possible: Possible;
    readonly definitions: Definitions;
  },
): Scans {
  const { code, objects } = program;
  const { points, possible, definitions } = known;
  const scanOf = (object: number): readonly Scan[] => {
    const { scan } = objects[object] ?? {};
    if (scan === undefined) return [];
    const uses = [...code.entries()].filter(
      ([, step]) => 'address' in step && onlyTarget(points.of(step.address)) === object,
    );
    const [[at, put] = [], another] = uses.filter(([, { kind }]) => kind === 'store');
    const [, read] = uses.find(([, { kind }]) => kind === 'load') ?? [];
    const next = read && targetOf(read);
    if (put?.kind !== 'store' || at === undefined || another) return [];
    const sum = code.findIndex(
      (step) => step.kind === 'set' && next !== undefined && isSumWith(step.value, next),
    );
    const total = code[sum];
    const { low = -1, high = LARGEST } = possible.range(put.value, at) ?? {};
    const items = productOf(program.local);
    const most = (scan === 'inclusive' ? items : items - 1) * high;
    const target = total && targetOf(total);
    if (target === undefined || low < 0 || most > LARGEST || definitions.isRepeated(at)) return [];
    const least = scan === 'inclusive' ? Math.min(1, most) : 0;
    const begin = definitions.all(target).findLast((each) => each < sum) ?? sum;
    const range = sure(least, most);
    return [{ total: target, made: [begin, sum], given: put.value, at, counter: object, range }];
  };
  const scans = [...objects.keys()].flatMap(scanOf);
  const own = new Map(scans.map((each) => [each.counter, each]));
  return {
    numberIn: (register, at) =>
      scans.find(({ total, made }) => {
        const others = definitions.all(register).filter((each) => !made.includes(each));
        return (
          total === register &&
          isKeptBetween(code, others, made[0] ?? at, at) &&
          behind(code, made[0] ?? at).has(at)
        );
      }),
    isOwn(object, access) {
      const scan = own.get(object);
      if (scan === undefined) return true;
      const isKept = [...registersIn(scan.given)].every((each) =>
        isKeptBetween(code, definitions.all(each), scan.at, access),
      );
      return isKept && (possible.range(scan.given, access)?.low ?? 0) >= 1;
    },
  };
}

const isSumWith = (value: Value, register: number): boolean =>
  value.kind === 'binary' &&
  value.operator === '+' &&
  value.right.kind === 'register' &&
  value.right.register === register;
