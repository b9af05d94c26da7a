import { lazy } from '../../base/lazy.ts';
import type { Value, ValueProgram } from '../program.ts';
import { givenKey } from '../walk.ts';
import { unstatedIn } from './dependence.ts';
import type { Facts } from './facts.ts';
import { flowOf } from './flow.ts';
import type { Scope } from './machine.ts';
import { objectsOf } from './points-to.ts';
import { behind } from './regions.ts';
import type { Id } from './form.ts';
import { uniformStores } from './uniform.ts';

/** Writes that were seen to be of the same value. */
export class EqualWrites {
  readonly #program: ValueProgram;
  readonly #facts: Facts;
  readonly #uniform = new Map<string, ReadonlySet<number>>();
  readonly #unstatedIn: () => ReturnType<typeof unstatedIn>;
  readonly #pairs = new Map<string, boolean>();

  constructor(program: ValueProgram, facts: Facts) {
    this.#program = program;
    this.#facts = facts;
    this.#unstatedIn = lazy(() => unstatedIn(program, flowOf(program)));
  }

  /** Inputs that nobody states make the values, and others may make them differ. Asked at each conflict. */
  mayDiffer(first: number, second: number, scope: Scope): boolean {
    const key = `${first} ${second} ${scope}`;
    const known = this.#pairs.get(key) ?? this.#mayDiffer(first, second, scope);
    this.#pairs.set(key, known);
    return known;
  }

  #mayDiffer(first: number, second: number, scope: Scope): boolean {
    const [one, other] = [first, second].map((index) => this.#program.code[index]);
    if (one?.kind !== 'store' || other?.kind !== 'store') return false;
    if (!this.#rests(one.value) && !this.#rests(other.value)) return false;
    const [given, also] = [one, other].map(({ value }) => givenKey(this.#program, value));
    if (given !== undefined && given === also) return false;
    return first !== second || !this.#isUniform(first, scope) || this.#isRepeated(first, scope);
  }

  /** All items that come to one place store the same there, whatever it is. */
  #isUniform(store: number, scope: Scope): boolean {
    const { local } = this.#program;
    const own = this.#facts.apart.onlyId(store);
    if (this.#uniformOf(scope, own).has(store)) return true;
    if (scope === 'group' || !this.#uniformOf('compared', undefined).has(store)) return false;
    const isOfOneItem = local.every(
      (size, at) => size === 1 || (own?.of === 'local' && own.dimension === at),
    );
    return isOfOneItem || this.#uniformOf('group', own).has(store);
  }

  /** An item comes to it again with nothing that orders others, and may have another value then. */
  #isRepeated(store: number, scope: Scope): boolean {
    const { code } = this.#program;
    const spaces = this.#spacesOf(store);
    const orders = (index: number): boolean => {
      const step = code[index];
      return step?.kind === 'barrier' && spaces.every((space) => step[space]);
    };
    return behind(code, store, (index) => scope !== 'groups' && orders(index)).has(store);
  }

  /** Those that a barrier has to order. */
  #spacesOf(store: number): readonly ('local' | 'global')[] {
    const step = this.#program.code[store];
    const targets = step?.kind === 'store' ? this.#facts.points.of(step.address) : 'any';
    return objectsOf(targets, this.#program).map((object) =>
      this.#program.objects[object]?.space === 'local' ? 'local' : 'global',
    );
  }

  /** Arguments alone, of all that nobody states, make the values. */
  areByArguments(...stores: readonly number[]): boolean {
    return stores.every((index) => {
      const step = this.#program.code[index];
      const on = step?.kind === 'store' ? this.#unstatedIn()(step.value) : [];
      return on.every(({ kind }) => kind === 'argument');
    });
  }

  #rests(value: Value): boolean {
    return this.#unstatedIn()(value).length > 0;
  }

  /** @param own the identifier that items which come to one place have in common; those compared have all
   * of their group's in common. */
  #uniformOf(scope: Scope | 'compared', own: Id | undefined): ReadonlySet<number> {
    const key = `${scope} ${own?.of} ${own?.dimension}`;
    const known = this.#uniform.get(key);
    if (known !== undefined) return known;
    const shared = scope === 'group' ? 'group' : scope === 'compared' ? 'local' : undefined;
    const isWhole = own?.of === 'global' || (scope === 'group' && own?.of === 'local');
    const found = uniformStores(this.#program, flowOf(this.#program), this.#facts, {
      areAlike: (value) =>
        value.kind === 'id' &&
        (value.of === shared ||
          (value.dimension === own?.dimension && (isWhole || value.of === own?.of))),
      local: scope === 'group' ? 'theirs' : scope === 'groups' ? 'others' : 'compared',
    });
    this.#uniform.set(key, found);
    return found;
  }
}
