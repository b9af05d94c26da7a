import type { Span } from '../../base/span.ts';
import type { Language } from '../../front/language.ts';
import type { Scalar } from '../../front/scalar.ts';
import type { Length, Type } from '../../front/syntax.ts';
import type { AddressSpace, StructType } from '../../front/types.ts';
import { Unsayable } from './unsayable.ts';

/** Types as both languages write them. */

const IN_CUDA: Readonly<Partial<Record<Scalar, string>>> = {
  uchar: 'unsigned char',
  ushort: 'unsigned short',
  uint: 'unsigned int',
  long: 'long long',
  ulong: 'unsigned long long',
};

/** The prefix of a vector: `longlong2`. */
const LANES_IN_CUDA: Readonly<Partial<Record<Scalar, string>>> = {
  long: 'longlong',
  ulong: 'ulonglong',
};

export const plainName = (name: string): string =>
  name.replace(/^(?:struct|union)\s+/, '').replaceAll(/\W+/g, '_');

/** Writes types, and remembers the structs that they are made of. */
export class TypeWriter {
  readonly #language: Language;
  readonly #length: (length: Length) => string;
  /** By name, those inside others first. */
  readonly structs = new Map<string, StructType<Length>>();

  constructor(language: Language, length: (length: Length) => string) {
    this.#language = language;
    this.#length = length;
  }

  /** A type without a name, as in a cast. */
  text(type: Type, span: Span): string {
    return this.declared(type, '', span).trim();
  }

  /** `__global float *a`, `int row[4]` */
  declared(type: Type, name: string, span: Span, space?: AddressSpace): string {
    switch (type.kind) {
      case 'array': {
        const { length } = type;
        return this.declared(type.of, `${name}[${this.#length(length)}]`, span, space);
      }
      case 'pointer': {
        const inner = type.to.kind === 'array' ? `(*${name})` : `*${name}`;
        return this.declared(type.to, inner, span, type.space ?? space);
      }
      default: {
        const isNamed = this.#language === 'opencl' && space !== undefined && space !== 'private';
        return `${isNamed ? `__${space} ` : ''}${this.#word(type, span)} ${name}`;
      }
    }
  }

  #word(type: Type, span: Span): string {
    switch (type.kind) {
      case 'void':
        return 'void';
      case 'scalar':
        if (type.scalar === 'half') throw new Unsayable('numbers of 16 bits differ', span);
        return this.#language === 'cuda' ? (IN_CUDA[type.scalar] ?? type.scalar) : type.scalar;
      case 'vector':
        return this.vector(type.scalar, type.lanes, span);
      case 'struct':
        return `struct ${this.#struct(type, span)}`;
      default:
        throw new Unsayable(
          type.kind === 'other'
            ? `${type.what} is not carried over`
            : 'this type is not carried over',
          span,
        );
    }
  }

  vector(scalar: Scalar, lanes: number, span: Span): string {
    if (scalar === 'half') throw new Unsayable('numbers of 16 bits differ', span);
    if (this.#language === 'opencl') return `${scalar}${lanes}`;
    if (lanes !== 2 && lanes !== 4)
      throw new Unsayable(`CUDA has no vectors of ${lanes} elements as OpenCL lays them out`, span);
    return `${LANES_IN_CUDA[scalar] ?? scalar}${lanes}`;
  }

  #struct(type: StructType<Length>, span: Span): string {
    const name = plainName(type.name);
    if (/^(?:u?(?:char|short|int|long|longlong)|float|double)[134]$/.test(name))
      throw new Unsayable(`${name} is laid out otherwise in OpenCL`, span);
    if (this.structs.has(name)) return name;
    if (type.members === undefined) throw new Unsayable(`${name} is declared only`, span);
    for (const member of type.members) this.declared(member.type, '', span);
    this.structs.set(name, type);
    return name;
  }

  /** Definitions of all structs that were written. */
  definitions(span: Span): readonly string[] {
    return [...this.structs].map(([name, { union, packed, members = [] }]) => {
      const lines = members.map((member) => `  ${this.declared(member.type, member.name, span)};`);
      const end = packed ? ' __attribute__((packed))' : '';
      return `${union ? 'union' : 'struct'} ${name} {\n${lines.join('\n')}\n}${end};`;
    });
  }
}
