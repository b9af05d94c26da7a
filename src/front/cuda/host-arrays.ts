import type { TreeNode } from '../tree-node.ts';
import type { Frame } from './host-names.ts';
import type { Host } from './host.ts';
import { isGlobal } from './global-values.ts';
import { numberOf } from './followed.ts';
import { pathOf } from './host-text.ts';
import { arrayIn, partOf } from './passed-arrays.ts';

/** One call of a host's function. */
export interface Call {
  readonly function: TreeNode | undefined;
  /** Arguments, until they are set. */
  readonly given: Map<string, { readonly node: TreeNode; readonly frame: Frame }>;
  readonly numbers: Map<string, number>;
  /** By pointer; empty where it may be any. */
  readonly arrays: Map<string, string>;
  /** Elements by which a pointer was moved from its array's first. */
  readonly moves: Map<string, number>;
  /** Classes of objects. */
  readonly objects: Map<string, string>;
  /** The class of a method's own object, whose members are names here. */
  readonly self?: string | undefined;
}

export const newCall = (inside: TreeNode | undefined, given: Call['given'] = new Map()): Call => ({
  function: inside,
  given,
  numbers: new Map(),
  arrays: new Map(),
  moves: new Map(),
  objects: new Map(),
});

/** Names in one call stand for others' in another. */
export function carry(from: Call, to: Call, renamed: (name: string) => string | undefined): void {
  const all = <T>(values: ReadonlyMap<string, T>, others: Map<string, T>): void => {
    for (const [name, value] of values) {
      const other = renamed(name);
      if (other !== undefined) others.set(other, value);
    }
  };
  all(from.numbers, to.numbers);
  all(from.arrays, to.arrays);
  all(from.moves, to.moves);
  all(from.objects, to.objects);
}

export function drop(call: Call, isIt: (name: string) => boolean): void {
  for (const values of [call.numbers, call.arrays, call.moves, call.objects])
    for (const name of values.keys()) if (isIt(name)) values.delete(name);
}

/** A variable or a member, of a method's own object by its name alone. */
export const nameOf = (node: TreeNode): string => pathOf(node).replace(/^this\./, '');

/** A pointer's value, and the elements by which it is behind that. */
interface Place {
  readonly value: TreeNode;
  readonly by: number;
  /** Elements may be of another type. */
  readonly isCast: boolean;
}

export function placeOf(host: Host, value: TreeNode, frame: Frame): Place {
  const part = partOf(host, value, frame);
  const by = numberOf(part?.from);
  const isCast = /\*\s*(?:\)|>\s*\()/.test(value.text);
  return part === undefined || by === undefined
    ? { value, by: 0, isCast }
    : { value: part.array, by, isCast };
}

/** The names at a place of a call as they are there. @param allocated bytes by array */
export function frameIn(
  { function: inside, given, numbers, arrays, moves, self }: Call,
  at: TreeNode,
  allocated: NonNullable<Frame['sizes']>,
): Frame {
  const sizes = [...arrays].flatMap(([name, array]) => {
    const bytes = allocated.get(array);
    return bytes ? [[name, bytes] as const] : [];
  });
  const named = <T>(values: Iterable<readonly [string, T]>): Map<string, T> => {
    const all = [...values];
    const own =
      self === undefined ? [] : all.map(([name, value]) => [`this.${name}`, value] as const);
    return new Map([...all, ...own]);
  };
  return {
    function: inside,
    given: new Map(given),
    at,
    rounds: named(numbers),
    sizes: named(sizes),
    moves: named(moves),
  };
}

/** Which array a pointer of the host stands for; arrays have names of their own. */
export class HostArrays {
  readonly #root: TreeNode;
  readonly #shared = new Map<string, string>();
  #made = 0;

  constructor(root: TreeNode) {
    this.#root = root;
  }

  /** The pointers among which a name is. */
  of(name: string, { arrays, function: inside }: Call): Map<string, string> {
    const isShared = !arrays.has(name) && isGlobal({ root: this.#root }, name, inside);
    return isShared ? this.#shared : arrays;
  }

  /** An array that is passed; undefined where it is a part of one, or nobody knows which. */
  passed(node: TreeNode | undefined, call: Call): string | undefined {
    const from = node && arrayIn(node);
    if (!from) return undefined;
    const name = nameOf(from);
    const known = this.of(name, call);
    const array = known.get(name) ?? this.made(name);
    known.set(name, array);
    return array === '' || (call.moves.get(name) ?? 0) !== 0 ? undefined : array;
  }

  /** A pointer's new array. */
  allocate(name: string, call: Call): string {
    const array = this.made(name);
    this.of(name, call).set(name, array);
    call.moves.set(name, 0);
    return array;
  }

  swap(first: TreeNode, second: TreeNode, call: Call): boolean {
    const [one, other] = [this.passed(first, call), this.passed(second, call)];
    if (one === undefined || other === undefined) return false;
    this.of(nameOf(first), call).set(nameOf(first), other);
    this.of(nameOf(second), call).set(nameOf(second), one);
    return true;
  }

  /** Moves a pointer; undefined by a number that is not told. @returns false where it is none */
  move(name: string, by: number | undefined, call: Call): boolean {
    const array = this.of(name, call).get(name) ?? '';
    if (array === '') return false;
    const from = call.moves.get(name) ?? 0;
    if (by === undefined || this.of(name, call) !== call.arrays) this.lose(name, call);
    else call.moves.set(name, from + by);
    return true;
  }

  /** A pointer may stand for another's array, from some element on; for what is not told, it stands for any. */
  assign(name: string, place: Place | undefined, call: Call): void {
    const { value, by = 0, isCast = false } = place ?? {};
    const known = this.of(name, call);
    const source = value && arrayIn(value);
    const from = source && nameOf(source);
    const array = from === undefined ? undefined : this.of(from, call).get(from);
    const told = from === undefined ? undefined : call.moves.get(from);
    const moved = isCast && told !== 0 ? undefined : told;
    if (array === undefined || moved === undefined) call.moves.delete(name);
    else call.moves.set(name, moved + by);
    if (value === undefined || /^(?:nullptr|NULL|0)$/.test(value.text)) known.delete(name);
    else known.set(name, isCast && moved === undefined ? '' : (array ?? ''));
  }

  lose(name: string, call: Call): void {
    call.moves.delete(name);
    this.of(name, call).set(name, '');
  }

  made(name: string): string {
    this.#made += 1;
    return `${name} ${this.#made}`;
  }
}
