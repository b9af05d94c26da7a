import { elementsLong } from '../../base/words.ts';
import { productOf } from '../../base/product.ts';
import type { MemoryObject, Space, ValueProgram } from '../program.ts';
import { isInteger } from '../../front/scalar.ts';
import type { Facts } from './facts.ts';
import { loadsBehind } from './loads-behind.ts';
import type { Machine } from './machine.ts';
import { coordinates, elementBytes, elementsIn, indices, type Names } from './names.ts';
import { SHADOW } from './registers.ts';
import type { Store } from './store.ts';
import type { Trial } from './trial.ts';
import type { Found, Told } from './waits.ts';

/** Farther from the beginning than an array is taken to be long, in bytes. */
export const FARTHEST = 2 ** 28;

/** An access beyond an assumed end, in bytes. */
interface Beyond {
  readonly site: number;
  readonly store: Store;
  readonly end: number;
  readonly bytes: number;
  /** Other contents may lead further. */
  readonly isByContents: boolean;
}

/** The furthest access of an object; `meant` by an item that the launch isn't rounded up by. */
interface Furthest {
  readonly end: number;
  readonly meant: number;
  readonly first: number;
  readonly site: number;
  readonly item: number;
  readonly group: number;
}

/** An array, and where it ends by what is accessed. */
export interface Longer {
  readonly store: Store;
  readonly end: number;
}

/** Accesses beyond ends that nobody states: slips, or a longer array than was taken. */
export class Ends {
  readonly #program: ValueProgram;
  readonly #facts: Facts;
  readonly #names: Names;
  readonly #constants: Readonly<Record<string, number>>;
  #reached = new Map<Store, Furthest>();
  /** By the inputs before. */
  #before: ReadonlyMap<Store, Furthest> = new Map();
  #found: ReadonlySet<number> | undefined;

  constructor(
    program: ValueProgram,
    facts: Facts,
    names: Names,
    constants: Readonly<Record<string, number>>,
  ) {
    this.#program = program;
    this.#facts = facts;
    this.#names = names;
    this.#constants = constants;
  }

  /** A new input is run. */
  begin(): void {
    this.#before = new Map(this.#reached);
  }

  /** One that takes too long to be run to its end gives no lengths: its loops go farther than any array. */
  left(): void {
    this.#reached = new Map(this.#before);
  }

  note(beyond: Beyond, trial: Trial, { item = 0, group = 0 }: Partial<Machine> = {}): void {
    const { site, store, bytes, isByContents } = beyond;
    const end = Math.max(beyond.end, this.#farthest(site, bytes, trial));
    const known = this.#reached.get(store);
    if (known !== undefined && end <= Math.min(known.end, known.meant)) return;
    const isMeant = this.#isMeant(item, group, elementsIn(store.object, store.object.bytes));
    // Another item may be the one that comes so far.
    const own = isByContents ? end : beyond.end;
    const before = known ?? { end, meant: 0, first: end, site, item, group };
    this.#reached.set(store, {
      ...before,
      end: Math.max(before.end, end),
      meant: isMeant ? Math.max(before.meant, own) : before.meant,
    });
  }

  /** The launch isn't rounded up by the item: by elements in one dimension, and in several by the numbers
   * that were chosen for what the blocks cover. */
  #isMeant(item: number, group: number, elements: number): boolean {
    const { local, global, dimensions, chosenForLaunch = [] } = this.#program;
    const numbers = [
      ...chosenForLaunch.map(({ value }) => value),
      ...(this.#program.hostNumbers ?? []),
    ];
    if (dimensions === 1) return group * productOf(local) + item < elements;
    const groups = global.map((all, dimension) => all / (local[dimension] ?? 1));
    const inGroup = coordinates(item, local);
    const inGrid = coordinates(group, groups);
    return groups.every((count, dimension) => {
      if (count === 1) return true;
      // Blocks of one dimension may count by threads of another, such as a row of them each.
      const counted = [...new Set([dimension, ...groups.keys()])].flatMap((by) => {
        const size = local[by] ?? 1;
        if (size === 1 || (by !== dimension && groups[by] !== 1)) return [];
        const covered = numbers.filter((value) => Math.ceil(value / size) === count);
        const place = (inGrid[dimension] ?? 0) * size + (inGroup[by] ?? 0);
        return covered.length > 0 ? [place < Math.max(...covered)] : [];
      });
      return counted.length === 0 || counted.includes(true);
    });
  }

  /** Contents that were tried may lead to some elements, and others further: whatever memory holds. */
  #farthest(site: number, bytes: number, { number, chosen }: Trial): number {
    if (number === 0 && chosen === undefined) return 0;
    const end =
      (this.#facts.possible.offsets(this.#facts.instructions[site >> 1] ?? -1)?.high ?? 0) + bytes;
    return end < FARTHEST ? end : 0;
  }

  /** Loads that say where others begin and end, as those of a sparse matrix's rows: one more than rows. */
  get #offsets(): ReadonlySet<number> {
    const { code } = this.#program;
    const deciding = code.flatMap((step) =>
      step.kind === 'branch' ? [step.condition] : 'address' in step ? [step.address] : [],
    );
    this.#found ??= new Set(
      [...loadsBehind(this.#program)(deciding)].filter((index) => {
        const step = code[index];
        return step?.kind === 'load' && isInteger(step.type);
      }),
    );
    return this.#found;
  }

  /** A number of elements, in terms of the size, or of a group's, where it is near. */
  #inWords(space: Space, elements: number): string {
    const { local, itemsInGroup } = this.#program;
    const [words, about] =
      space === 'local' ? [itemsInGroup, productOf(local)] : ['size', this.#constants['size']];
    if (words === undefined || about === undefined) return String(elements);
    const more = elements - about;
    return more === 0 ? words : more > 0 && more < 4 ? `${words} + ${more}` : String(elements);
  }

  #lengthLine({ name, space }: MemoryObject, elements: number): string {
    const kind = space === 'local' ? 'local' : 'array';
    return `#pragma tuner ${kind} ${name} = ${this.#inWords(space, elements)}`;
  }

  /** Those far beyond give the array's length; those just beyond are slips. */
  settled(): { readonly longer: readonly Longer[]; readonly slips: readonly Told<Found>[] } {
    const longer: Longer[] = [];
    const slips: Told<Found>[] = [];
    const items = productOf(this.#program.global);
    for (const [store, { end, meant, first, site, item, group }] of this.#reached) {
      const { object } = store;
      const { before = 0 } = object;
      const unit = elementBytes(object);
      const elements = Math.ceil((end - before) / unit);
      // A launch rounded up from the number of elements: what its last items reach is too far.
      const isRounded = elementsIn(object, object.bytes) < items;
      const longest = isRounded ? Math.ceil((meant - before) / unit) : elements;
      // One element for each work-item is what a launch without a guard comes to.
      const isOfLaunch = longest === items && object.space === 'global';
      if (isFar(store, before + longest * unit) && !isOfLaunch) {
        longer.push({ store, end: before + longest * unit });
        continue;
      }
      const at = this.#facts.instructions[site >> 1] ?? -1;
      const instruction = this.#program.code[at];
      if (instruction === undefined || !('text' in instruction)) continue;
      if (end - store.bytes === unit && this.#offsets.has(at)) {
        longer.push({ store, end });
        continue;
      }
      const taken = elementsIn(object, store.bytes);
      // A group's differs by its size.
      const inWords = (count: number): string =>
        object.space === 'local' ? this.#inWords(object.space, count) : String(count);
      const longerLine = this.#lengthLine(object, elements);
      slips.push([
        `outside ${site}`,
        {
          kind: 'bounds',
          span: instruction.span,
          message: `${this.#names.who(item, group)} accesses ${object.name}${indices(object, Math.ceil((first - before) / unit) - 1)}, written ${instruction.text}: nobody says how long ${object.name} is, and it is taken to have ${elementsLong(taken)}.`,
          hint: `If it is longer, say so: ${longerLine}`,
          assumed: {
            words: `${object.name} has ${elementsLong(inWords(taken))}`,
            so: [{ line: this.#lengthLine(object, taken), where: 'top' }],
            otherwise: [{ line: longerLine, where: 'top' }],
            usual: `${object.name} has ${elementsLong(inWords(elements))}`,
          },
        },
      ]);
    }
    return { longer, slips };
  }
}

/** Too far beyond the end to be a slip. */
const isFar = ({ object, bytes }: Store, end: number): boolean =>
  end - bytes > 2 * elementBytes(object);

/** Usual arguments lead far beyond an assumed end: the array is longer. */
export function givesLength(
  { unusual, chosen }: Trial,
  store: Store | undefined,
  end: number,
  unknown: number,
): boolean {
  const isUsual = unusual.length === 0 && chosen === undefined;
  if (store === undefined || !isUsual || unknown !== SHADOW.argument) return false;
  return store.object.length === 'assumed' && isFar(store, end) && end < FARTHEST;
}
