import type { Span } from '../base/span.ts';
import { isFloat, isSigned, SCALARS, type Scalar } from '../front/scalar.ts';
import type { Instruction, MemoryObject, Value, ValueProgram } from '../values/program.ts';
import { pointsTo, type PointsTo } from '../values/run/points-to.ts';
import { refuse } from './refusal.ts';
import type { Names, Word } from './words.ts';

/** An array of 32-bit cells. */
export interface Root {
  readonly object: number;
  readonly name: string;
  readonly space: MemoryObject['space'];
  readonly bytes: number;
  readonly cell: Word;
  readonly isAtomic: boolean;
  readonly isWritten: boolean;
}

/** What the instructions do with an object. */
interface Use {
  readonly types: Set<Scalar>;
  readonly atomics: Set<Scalar>;
  isWritten: boolean;
  /** Bytes or halves of a cell that others share are written. */
  hasNarrowStores: boolean;
}

/** The memory of a program, and which of it each access means. */
export class Memory {
  readonly roots: ReadonlyMap<number, Root>;
  readonly #points: PointsTo;
  readonly #program: ValueProgram;

  constructor(program: ValueProgram, bytes: readonly (number | undefined)[], names: Names) {
    this.#program = program;
    this.#points = pointsTo(program);
    const uses = new Map<number, Use>();
    for (const instruction of program.code) this.#note(instruction, uses);
    this.roots = new Map(
      [...uses].map(([object, use]) => [object, this.#rootOf(object, use, bytes[object], names)]),
    );
  }

  /** The array that an address is in. */
  at(address: Value, span: Span): Root {
    const root = this.roots.get(this.#objectOf(address, span));
    return root ?? refuse(span, 'What this points to is never used.');
  }

  /** Both addresses are of the same array, or of two others; undefined where it is not known. */
  areInOne(a: Value, b: Value): boolean | undefined {
    const [first, second] = [this.#points.of(a), this.#points.of(b)];
    if (first === 'any' || second === 'any') return undefined;
    if ([...first].every((object) => !second.has(object))) return false;
    return first.size === 1 && second.size === 1 ? true : undefined;
  }

  #objectOf(address: Value, span: Span): number {
    const targets = this.#points.of(address);
    const [only, ...others] = targets === 'any' ? [] : [...targets];
    if (only !== undefined && others.length === 0) return only;
    const names = [only, ...others].flatMap((each) =>
      each === undefined ? [] : (this.#program.objects[each]?.name ?? []),
    );
    return refuse(
      span,
      names.length === 0
        ? 'It is not known which array this pointer is of; in WGSL each is of one.'
        : `This pointer is of ${names.join(' or of ')}; in WGSL each is of one array.`,
      names.length === 0 ? undefined : 'Use one array and an offset instead.',
    );
  }

  #note(instruction: Instruction, uses: Map<number, Use>): void {
    const { span } = instruction;
    const use = (address: Value): Use => {
      const object = this.#objectOf(address, span);
      const made = uses.get(object) ?? {
        types: new Set(),
        atomics: new Set(),
        isWritten: false,
        hasNarrowStores: false,
      };
      uses.set(object, made);
      return made;
    };
    switch (instruction.kind) {
      case 'load':
      case 'store':
      case 'atomic': {
        const { type, address, kind } = instruction;
        const noted = use(address);
        noted.types.add(type);
        if (kind === 'load') return;
        noted.isWritten = true;
        if (kind === 'atomic') noted.atomics.add(type);
        else if (SCALARS[type].bytes < 4) noted.hasNarrowStores = true;
        return;
      }
      case 'copy': {
        const [to, from] = [use(instruction.to), use(instruction.from)];
        to.types.add(instruction.type);
        from.types.add(instruction.type);
        to.isWritten = true;
        return;
      }
      default:
    }
  }

  #rootOf(index: number, use: Use, known: number | undefined, names: Names): Root {
    const object = this.#program.objects[index];
    if (object === undefined) throw new Error(`There is no object ${index}.`);
    const { name, space, span, isResults } = object;
    if (isResults === true) return refuse(span, `${name} has no body here, so no GPU can run it.`);
    for (const type of use.types)
      // Sizes and events of the work-item's own take the lower half of their place.
      if (
        SCALARS[type].bytes === 8 &&
        (type === 'pointer' || type === 'double' || space !== 'private')
      )
        return refuse(
          span,
          type === 'pointer'
            ? `${name} holds pointers, and memory of WGSL holds none.`
            : `${name} holds numbers of type ${type}, which take 64 bits: WGSL has 32.`,
        );
    if (use.types.has('half')) return refuse(span, `${name} holds halves, which WGSL lacks here.`);
    const isShared = space !== 'private';
    const isAtomic = isShared && (use.atomics.size > 0 || use.hasNarrowStores);
    return {
      object: index,
      name: names.of(name),
      space,
      bytes: Math.max(4, Math.ceil((known ?? object.bytes) / 4) * 4),
      cell: isAtomic ? atomicCell(use) : cellOf(use.types),
      isAtomic,
      isWritten: use.isWritten,
    };
  }
}

const atomicCell = ({ atomics }: Use): Word =>
  atomics.size > 0 && [...atomics].every((type) => isSigned(type)) ? 'i32' : 'u32';

function cellOf(types: ReadonlySet<Scalar>): Word {
  const all = [...types];
  if (all.every((type) => type === 'float')) return 'f32';
  return all.every((type) => isSigned(type) && !isFloat(type) && SCALARS[type].bytes === 4)
    ? 'i32'
    : 'u32';
}
