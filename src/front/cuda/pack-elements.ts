import type { Scope } from '../scope.ts';
import type { Expression, Length } from '../syntax.ts';
import type { StructType } from '../types.ts';
import { Converter } from '../tree.ts';
import { elementName, packLength } from './packs.ts';

/** Names that stand for expressions, such as those of a pack for its elements, and those inside of structs. */
export class CudaPacks extends Converter {
  /** Statics and types of a struct, by the struct's name. */
  protected readonly inside = new Map<string, Scope>();

  /** A name inside of a struct, or of one that it inherits from. */
  protected insideOf<T>(
    type: StructType<Length>,
    asks: (inner: Scope) => T | undefined,
  ): T | undefined {
    const inner = this.inside.get(type.name);
    const found = inner && asks(inner);
    if (found !== undefined && found !== asks(this.globals)) return found;
    for (const base of type.members ?? []) {
      const its =
        base.name === '' && base.type.kind === 'struct'
          ? this.insideOf(base.type, asks)
          : undefined;
      if (its !== undefined) return its;
    }
    return found;
  }

  /** The name means an expression from here on. */
  protected stand(name: string, stands: (span: Expression['span']) => Expression): void {
    this.scope.declare(name, { stands });
  }

  /** Works once for each element of some packs, whose names stand for it. */
  protected eachElement<T>(packs: readonly string[], work: (place: number) => T): readonly T[] {
    const outer = this.scope;
    const length = packLength(outer, packs[0] ?? '') ?? 0;
    return Array.from({ length }, (_, place) =>
      this.inScope(() => {
        for (const pack of packs) {
          const element = elementName(pack, place);
          const type = outer.typeNamed(element);
          const found = outer.find(element);
          if (type !== undefined) this.scope.declareType(pack, type);
          else if (found !== undefined && 'stands' in found) this.stand(pack, found.stands);
          else this.stand(pack, (span) => this.typed({ kind: 'name', name: element, span }));
        }
        return work(place);
      }),
    );
  }
}
