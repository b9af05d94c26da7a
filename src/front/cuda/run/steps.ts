import type { TreeNode } from '../../tree-node.ts';
import type { Launch } from '../launch.ts';
import { type Cells, type Place, type Value } from './cells.ts';
import { read } from './reading.ts';
import { expressionOf } from './contents.ts';

/** The host's launches in the order in which it comes to them, and what it does to arrays in between. */

/** A launch with what the host knows then. */
export interface LaunchStep {
  readonly kind: 'launch';
  readonly launch: Launch;
  /** Calls that the host is in, the outermost first; undefined where it is not followed there. */
  readonly calls: readonly TreeNode[] | undefined;
  /** Which of its rounds it is; undefined where nobody knows what came before. */
  readonly round: number | undefined;
  /** Whole numbers, by the names that they have there. */
  readonly numbers: ReadonlyMap<string, number>;
  /** Pointers' distances from the first elements of their arrays. */
  readonly moves: ReadonlyMap<string, number>;
  /** Calls that made the arrays, by pointer. */
  readonly made: ReadonlyMap<string, TreeNode>;
  /** Arrays by argument, where it is the first element. */
  readonly arrays: readonly (string | undefined)[];
  /** The same of arguments that are others. */
  readonly parts: readonly (string | undefined)[];
  /** Launches have set the array, and nobody all of it, by argument. */
  readonly isLeft: readonly boolean[];
  /** Nobody has set all of the array, by argument. */
  readonly isEmpty: readonly boolean[];
  /** The host comes here for certain, and this often. */
  readonly isSure: boolean;
  /** It may have left the loop around in a round before. */
  readonly mayBeLeft: boolean;
}

type Change =
  | { readonly kind: 'copy'; readonly to: string; readonly from: string }
  /** Elements as the pragmas' expressions of `i`. */
  | { readonly kind: 'fill'; readonly array: string; readonly contents: string }
  /** Nobody knows what is in the array, or in any; so many of its bytes are set. */
  | {
      readonly kind: 'forget';
      readonly array?: string;
      readonly set?: readonly { readonly from: number; readonly to: number }[];
    };

export type Step =
  | LaunchStep
  | (Change & { readonly node: TreeNode })
  /** There are more launches than are followed. */
  | { readonly kind: 'cut'; readonly node: TreeNode };

const MOST_LAUNCHES = 256;

export class HostSteps {
  readonly all: Step[] = [];
  /** Those that the host is in. */
  readonly calls: TreeNode[] = [];
  #launches = 0;
  readonly #alone = new Set<Launch>();
  readonly #names = new Map<Cells, string>();
  /** Arrays as the last launch left them that was passed them. */
  readonly #left = new Map<Cells, number>();
  readonly #lengthOf: (cells: Cells) => number | undefined;
  #isPaused = false;
  /** A condition that is not told may have left a loop. */
  isOpen = false;

  constructor(lengthOf: (cells: Cells) => number | undefined) {
    this.#lengthOf = lengthOf;
  }

  get isCut(): boolean {
    return this.#launches > MOST_LAUNCHES;
  }

  get count(): number {
    return this.#launches;
  }

  /** Does what tells nothing about further launches. */
  apart(work: () => void): void {
    const before = this.#isPaused;
    this.#isPaused = true;
    try {
      work();
    } finally {
      this.#isPaused = before;
    }
  }

  launched(
    launch: Launch,
    round: number,
    values: readonly Value[],
    names: ReadonlyMap<string, Place>,
    symbols: readonly Cells[],
  ): void {
    if (this.isCut) return;
    for (const cells of [...symbols, ...values.flatMap((value) => arrayOf(value) ?? [])])
      this.#comesTo(cells, launch.node);
    const named = (isFirst: boolean) =>
      values.map((value) => {
        const cells = arrayOf(value);
        return cells && (value.kind !== 'pointer' || value.at === 0) === isFirst
          ? this.#nameOf(cells)
          : undefined;
      });
    this.#push({
      kind: 'launch',
      launch,
      calls: [...this.calls],
      round,
      ...namesNow(names),
      arrays: named(true),
      parts: named(false),
      isLeft: values.map((value) => arrayOf(value)?.isLeft === true),
      isEmpty: values.map((value) => isEmpty(arrayOf(value), this.#lengthOf)),
      isSure: !this.isOpen,
      mayBeLeft: this.isOpen,
    });
  }

  /** The launch is done, also with what its arrays lead to. */
  leaves(arrays: Iterable<Cells>): void {
    for (const cells of arrays) this.#left.set(cells, cells.version);
  }

  /** Launches that may be done or not, with arrays that nobody knows. */
  mayLaunch(launches: readonly Launch[]): void {
    if (this.#isPaused || this.isCut) return;
    for (const launch of launches) {
      this.#forget(launch.node);
      if (!this.#alone.has(launch)) this.#pushAlone(launch);
      this.#forget(launch.node);
    }
  }

  /** Those that nobody came to. */
  finish(launches: readonly Launch[]): void {
    for (const launch of launches)
      if (
        !this.isCut &&
        !this.all.some((step) => step.kind === 'launch' && step.launch === launch)
      ) {
        this.#forget(launch.node);
        this.#pushAlone(launch);
      }
  }

  /** All of an array that launches were passed goes to another. */
  copied(to: Cells, from: Cells, node: TreeNode): void {
    if (this.isCut || !this.#left.has(from)) return;
    this.#comesTo(from, node);
    this.all.push({ kind: 'copy', to: this.#nameOf(to), from: this.#nameOf(from), node });
    this.#left.set(to, to.version);
  }

  /** A variable of the device keeps its name. */
  setName(memory: Cells, name: string): void {
    this.#names.set(memory, name);
  }

  /** Tells what the host has done to an array since. */
  #comesTo(cells: Cells, node: TreeNode): void {
    const before = this.#left.get(cells);
    if (before === cells.version) return;
    const contents = expressionOf({ cells, from: 0, length: this.#lengthOf(cells) });
    const array = this.#nameOf(cells);
    // Contents before the first launch are read elsewhere.
    if (this.#launches > 0 && contents !== undefined)
      this.all.push({ kind: 'fill', array, contents, node });
    else if (before !== undefined)
      this.all.push({ kind: 'forget', array, node, set: cells.told(this.#lengthOf(cells)) });
  }

  #nameOf(cells: Cells): string {
    const known = this.#names.get(cells) ?? `array ${this.#names.size + 1}`;
    this.#names.set(cells, known);
    return known;
  }

  #forget(node: TreeNode): void {
    const last = this.all.at(-1);
    const isForgotten = last?.kind === 'forget' && last.array === undefined;
    if (this.#launches > 0 && !isForgotten) this.all.push({ kind: 'forget', node });
  }

  #pushAlone(launch: Launch): void {
    this.#alone.add(launch);
    this.#push({
      kind: 'launch',
      launch,
      calls: undefined,
      round: undefined,
      numbers: new Map(),
      moves: new Map(),
      made: new Map(),
      arrays: launch.args.map(() => undefined),
      parts: launch.args.map(() => undefined),
      isLeft: launch.args.map(() => false),
      isEmpty: launch.args.map(() => false),
      isSure: false,
      mayBeLeft: false,
    });
  }

  #push(step: LaunchStep): void {
    this.#launches += 1;
    this.all.push(this.isCut ? { kind: 'cut', node: step.launch.node } : step);
  }
}

export const arrayOf = (value: Value): Cells | undefined =>
  value.kind === 'pointer' ? value.to : value.kind === 'vector' ? value.cells : undefined;

const isEmpty = (
  cells: Cells | undefined,
  lengthOf: (cells: Cells) => number | undefined,
): boolean => cells?.bytes !== undefined && cells.isEmpty(lengthOf(cells));

/** A launch is passed what launches have set, the first of them before all of it was set. */
export const findsLeft = (steps: readonly Step[], isIts: (launch: Launch) => boolean): boolean =>
  steps.some(
    (step) => step.kind === 'launch' && isIts(step.launch) && step.isLeft.some((each) => each),
  );

/** Numbers and pointers under their names, members of objects among them. */
function namesNow(names: ReadonlyMap<string, Place>) {
  const numbers = new Map<string, number>();
  const moves = new Map<string, number>();
  const made = new Map<string, TreeNode>();
  const add = (name: string, value: Value): void => {
    if (value.kind === 'struct')
      for (const [member, own] of value.members) add(`${name}.${member}`, own);
    if (value.kind === 'whole' && Number.isSafeInteger(Number(value.value)))
      numbers.set(name, Number(value.value));
    if (value.kind !== 'pointer' || !value.to) return;
    moves.set(name, value.at);
    if (value.to.bytes === undefined) made.set(name, value.to.madeBy);
  };
  for (const [name, place] of names) {
    const value = read(place);
    add(name, name === 'this' && value.kind === 'address' ? read(value.of) : value);
  }
  return { numbers, moves, made };
}
