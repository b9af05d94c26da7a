import { lazy } from '../../base/lazy.ts';
import type { Assumed } from '../finding.ts';
import type { Value, ValueProgram } from '../program.ts';
import { divisorsIn, givenKey, targetOf, valuesOf, writtenIn } from '../walk.ts';
import { argumentsIn, unstatedIn } from './dependence.ts';
import { flowOf } from './flow.ts';
import { Faults } from './faults.ts';
import { assumedOf } from './assumed-arguments.ts';
import { objectsOf, type PointsTo } from './points-to.ts';
import type { Side } from './probe.ts';
import { behind } from './regions.ts';
import type { Trial } from './trial.ts';

/** The part of an instruction that is at fault. */
export type AtFault = 'place' | 'contents' | 'value' | 'divisor' | 'condition';

type Arguments = ReadonlyMap<string, number>;

const wayOf = (branch: number, isTrue: boolean): number => branch * 2 + Number(isTrue);
/** In place of an item that went a way. */
const SEVERAL = -1;

const keyOf = ({ unusual }: Trial): string => unusual.join(' ');

/** Faults that arguments which nobody states decide, as the rounds of a loop or the case of a switch: those that
 * others avoid rest on what was taken for them. */
export class ByArguments {
  readonly #program: ValueProgram;
  readonly #points: PointsTo;
  readonly usual: (name: string) => number;
  readonly #tried = new Map<string, Arguments>();
  /** Those for which each fault was seen. */
  readonly #seen = new Map<string, Set<string>>();
  readonly faults = new Faults();
  /** Ways of conditions, by arguments. */
  readonly #went = new Map<string, Map<number, number>>();
  /** Who of all items went a way; several are none of them. */
  #going = new Map<number, number>();
  #isNew = false;
  #running: { readonly trial: Trial; readonly key: string } | undefined;
  readonly #ledBy = new Map<number, readonly Side[]>();
  readonly #byContents = new Map<number, boolean>();
  readonly #names = new Map<string, readonly string[]>();
  readonly #loopsOn: () => ReturnType<typeof unstatedIn>;
  readonly #countersOn: () => ReturnType<typeof unstatedIn>;
  readonly #unstatedIn: () => ReturnType<typeof unstatedIn>;
  readonly #argumentsIn: () => ReturnType<typeof argumentsIn>;

  constructor(program: ValueProgram, points: PointsTo, usual: (name: string) => number) {
    this.#program = program;
    this.#loopsOn = lazy(() => unstatedIn(program, flowOf(program), 'loops'));
    this.#countersOn = lazy(() => unstatedIn(program, flowOf(program), 'counters'));
    this.#unstatedIn = lazy(() => unstatedIn(program));
    this.#argumentsIn = lazy(() => argumentsIn(program, flowOf(program), 'choices'));
    this.#points = points;
    this.usual = usual;
  }

  begin(trial: Trial): void {
    const key = keyOf(trial);
    this.#running = { trial, key };
    this.#isNew = !this.#tried.has(key);
    this.#tried.set(key, new Map(trial.unusual));
    this.#going = this.#went.get(key) ?? new Map<number, number>();
    this.#went.set(key, this.#going);
  }

  /** A run that was left before its end avoids nothing. */
  left(trial: Trial): void {
    if (this.#isNew) this.#tried.delete(keyOf(trial));
  }

  /** A condition on what nobody states went a way. */
  goes(branch: number, isTrue: boolean, item: number): void {
    const way = wayOf(branch, isTrue);
    const before = this.#going.get(way);
    if (before === SEVERAL || before === item) return;
    this.#going.set(way, before === undefined ? item : SEVERAL);
  }

  saw(fault: string, trial: Trial): void {
    const seen = this.#seen.get(fault) ?? new Set();
    this.#seen.set(fault, seen.add(this.#keyOf(trial)));
  }

  /** Asked at each access outside. */
  #keyOf(trial: Trial): string {
    return this.#running?.trial === trial ? this.#running.key : keyOf(trial);
  }

  /** It was seen, and is no open question. */
  failed(fault: string, trial: Trial, at: number | undefined, what: AtFault | undefined): void {
    this.saw(fault, trial);
    this.faults.add(fault, this.#keyOf(trial), () =>
      at === undefined || what === undefined ? [] : this.modesAlone([at], what),
    );
  }

  /** It was seen for usual arguments. */
  isUsual(fault: string): boolean {
    return this.#seen.get(fault)?.has('') === true;
  }

  /** Arguments that decide where an access is, and where others write what it reads; or, where it stores what
   * nobody has written, what that is made of. */
  of(access: number, what: AtFault): readonly string[] {
    const key = `${access} ${what}`;
    const names = this.#names.get(key) ?? this.#namesOf(access, what);
    this.#names.set(key, names);
    return names;
  }

  #namesOf(at: number, what: AtFault): readonly string[] {
    return [...new Set([...this.#namesIn(at, what), ...this.modesOf(at)])];
  }

  /** Arguments of conditions that lead to an instruction, and that they alone decide. */
  modesOf(at: number): readonly string[] {
    const guards = this.sidesTo(at).flatMap(({ instruction }) => {
      const guard = this.#program.code[instruction];
      return guard?.kind === 'branch' && this.#isMode(instruction) ? [guard.condition] : [];
    });
    return this.#argumentsIn()(guards);
  }

  /** The same, where arguments decide nothing else about the fault, and neither does a launch that was taken. */
  modesAlone(instructions: readonly number[], what: AtFault): readonly string[] {
    const { assumedLaunch, mayBeOneGroup } = this.#program;
    const isOfLaunch = assumedLaunch !== undefined || mayBeOneGroup !== undefined;
    if (isOfLaunch || instructions.some((at) => this.#namesIn(at, what).length > 0)) return [];
    return [...new Set(instructions.flatMap((at) => this.modesOf(at)))];
  }

  /** Arguments alone decide it, and no rounds of a loop: the kernel does another thing then. */
  #isMode(branch: number): boolean {
    const step = this.#program.code[branch];
    return (
      step?.kind === 'branch' &&
      step.loop !== true &&
      givenKey(this.#program, step.condition) !== undefined
    );
  }

  #namesIn(at: number, what: AtFault): readonly string[] {
    const { code, registers } = this.#program;
    const own = code[at];
    if (own === undefined) return [];
    if (what === 'divisor') return this.#argumentsIn()(valuesOf(own).flatMap(divisorsIn));
    if (what === 'value' || what === 'condition') return this.#argumentsIn()(valuesOf(own));
    if (!('address' in own)) return [];
    const values: Value[] = [own.address];
    const objects = new Set(objectsOf(this.#points.of(own.address), this.#program));
    // Fewer items than there are may be meant to use an array of the group, or one that the host makes shorter.
    const isFixed = [...objects].every((object) => {
      const { space, length } = this.#program.objects[object] ?? {};
      return space === 'local' || (this.#program.hostNumbers !== undefined && length === 'stated');
    });
    if (what === 'place' && isFixed)
      for (const { instruction } of this.sidesTo(at)) {
        const guard = code[instruction];
        if (guard?.kind === 'branch') values.push(guard.condition);
      }
    if (what === 'contents') {
      for (const address of code.flatMap((step) => writtenIn(step) ?? []))
        if (objectsOf(this.#points.of(address), this.#program).some((each) => objects.has(each)))
          values.push(address);
      // Where it is written may be decided, too.
      const register = targetOf(own);
      const type = registers[register ?? -1]?.type;
      if (register !== undefined && type !== undefined)
        values.push({ kind: 'register', type, register });
    }
    return this.#argumentsIn()(values);
  }

  /** Names in conditions of arguments and constants alone: a case of 0 is one of them. */
  readonly #compared = lazy(
    (): ReadonlySet<string> =>
      new Set(
        this.#program.code.flatMap((step) =>
          step.kind === 'branch' && givenKey(this.#program, step.condition) !== undefined
            ? argumentsIn(this.#program)([step.condition])
            : [],
        ),
      ),
  );

  /** Sides of conditions that such arguments alone decide, and that none of theirs took. */
  untaken(names: readonly string[]): readonly Side[] {
    if (names.length === 0) return [];
    const ways = new Set(
      [...this.#went].flatMap(([key, went]) =>
        this.#areOthers(this.#tried.get(key), names) ? [...went.keys()] : [],
      ),
    );
    return [...this.#program.code.entries()].flatMap(([instruction, step]) => {
      if (step.kind !== 'branch') return [];
      const on = this.#unstatedIn()(step.condition).map((each) =>
        each.kind === 'argument' ? this.#program.registers[each.register]?.name : undefined,
      );
      if (on.length === 0 || on.some((name) => name === undefined || !names.includes(name)))
        return [];
      return [true, false].flatMap((isTrue) =>
        ways.has(wayOf(instruction, isTrue)) ? [] : [{ instruction, isTrue }],
      );
    });
  }

  /** All else is as before. */
  #areOthers(values: Arguments | undefined, names: readonly string[]): boolean {
    return (
      values !== undefined &&
      [...values].every(
        ([name, value]) =>
          value === this.usual(name) ||
          (names.includes(name) && (value > 0 || this.#compared().has(name))),
      )
    );
  }

  /** Contents that nobody states decide where an access is, as the rounds of a loop. Asked at each access outside. */
  isByContents(access: number): boolean {
    const known = this.#byContents.get(access);
    if (known !== undefined) return known;
    const own = this.#program.code[access];
    const index = own?.kind === 'assert' ? own.condition : own && 'address' in own && own.address;
    const isSo =
      index !== undefined &&
      index !== false &&
      this.#loopsOn()(index).some(({ kind }) => kind === 'elements');
    this.#byContents.set(access, isSo);
    return isSo;
  }

  /** The same of contents that are not of one struct, which stands for arguments. */
  isByArrays(access: number): boolean {
    const own = this.#program.code[access];
    return (
      own !== undefined &&
      'address' in own &&
      this.#loopsOn()(own.address).some((each) => {
        if (each.kind !== 'elements') return false;
        const { members, stride, bytes = 0 } = this.#program.objects[each.object] ?? {};
        return members === undefined || bytes !== stride;
      })
    );
  }

  /** Arguments decide it, by themselves or as how far a loop counts, or contents as that alone. */
  isByCounts(access: number): boolean {
    const own = this.#program.code[access];
    if (own === undefined || !('address' in own)) return false;
    const kinds = (of: ReturnType<typeof unstatedIn>): readonly string[] =>
      of(own.address).map(({ kind }) => kind);
    const counted = kinds(this.#countersOn());
    const isOfElements = counted.includes('elements');
    return (
      counted.includes('argument') ||
      (isOfElements && !kinds(this.#unstatedIn()).includes('elements'))
    );
  }

  /** Sides of conditions that alone lead to an access. */
  sidesTo(access: number): readonly Side[] {
    const { code } = this.#program;
    const known = this.#ledBy.get(access);
    if (known !== undefined) return known;
    const found = code.flatMap((step, branch): Side[] => {
      if (step.kind !== 'branch' || branch === access) return [];
      const leads = (from: number): boolean =>
        from === access || behind(code, from, (index) => index === branch).has(access);
      const [isTrue, isFalse] = [leads(step.then), leads(step.otherwise)];
      return isTrue === isFalse ? [] : [{ instruction: branch, isTrue }];
    });
    this.#ledBy.set(access, found);
    return found;
  }

  /** Conditions let no item come to an access, or one alone. */
  keepsAway(access: number, arguments_: string, who: 'all' | 'others' = 'all'): boolean {
    const went = this.#went.get(arguments_);
    return this.sidesTo(access).some(({ instruction, isTrue }) => {
      if (this.#isMode(instruction) || went?.has(wayOf(instruction, !isTrue)) !== true)
        return false;
      const item = went.get(wayOf(instruction, isTrue));
      return item === undefined || (who === 'others' && item !== SEVERAL);
    });
  }

  /** All that were tried lead there, if they let anyone come to the access. */
  isUnavoided(fault: string, access: number): boolean {
    const seen = this.#seen.get(fault);
    return [...this.#tried.keys()].every((key) => seen?.has(key) || this.keepsAway(access, key));
  }

  /** The arguments behind a fault of an access, if others that lead there avoid it and have no faults of their own. */
  assumed(fault: string, access: number, names: readonly string[]): Assumed | undefined {
    if (names.length === 0) return undefined;
    const avoiding = [...this.#tried.keys()].filter(
      (key) =>
        this.#areOthers(this.#tried.get(key), names) &&
        this.#seen.get(fault)?.has(key) !== true &&
        !this.keepsAway(access, key),
    );
    const [way] = this.faults.waysAround(fault, avoiding);
    if (way === undefined) return undefined;
    const values = this.#tried.get(way.key);
    const others = names.map((name) => [name, values?.get(name) ?? this.usual(name)] as const);
    const told = names.map((name) => [name, this.usual(name)] as const);
    const found = assumedOf(this.usual, told);
    const otherwise = assumedOf(this.usual, others);
    if (!found || !otherwise) return undefined;
    return { ...found, otherwise: way.isFree ? otherwise.so : [], usual: otherwise.words };
  }
}
