import type { TreeNode } from '../tree-node.ts';
import type { Expression, Type } from '../syntax.ts';
import { named } from '../parsed.ts';
import { INT } from '../types.ts';
import { type Lanes, WARP_SIZE } from '../warp.ts';
import { CudaPacks } from './pack-elements.ts';
import { Maker } from './rows.ts';

/** Enumerations with types and names of their own. */
export class CudaEnumerations extends CudaPacks {
  protected lanes: Lanes = WARP_SIZE;

  protected maker(node: TreeNode): Maker {
    return new Maker(this.span(node), (expression) => this.typed(expression), this.lanes);
  }

  /** Its size and sign are those of the type that it says it has. */
  protected enumeration(node: TreeNode): Type {
    const name = node.childForFieldName('name')?.text;
    const base = node.childForFieldName('base');
    const known = name === undefined ? undefined : this.scope.typeNamed(name);
    const isNamedOnly = base === null && node.childForFieldName('body') === null;
    const type = isNamedOnly && known ? known : base ? this.type(base) : INT;
    if (name !== undefined) this.scope.declareType(name, type);
    const all = named(node.childForFieldName('body'));
    const isScoped = node.children.some((child) => /^(?:class|struct)$/.test(child.type));
    const isWide = type.kind === 'scalar' && /^(?:uint|u?long)$/.test(type.scalar);
    // Names that are global, and any `int`.
    if (!isScoped && !isWide && this.scope === this.globals) super.type(node);
    else this.#enumerators(all, type, isScoped ? name : undefined);
    return type;
  }

  /** Enumerators stand for their values, those of a scoped enumeration behind its name. */
  #enumerators(all: readonly TreeNode[], type: Type, scoped: string | undefined): void {
    let before: Expression | undefined;
    const known = all.map((each): [string, Expression] => {
      const make = this.maker(each);
      const value = each.childForFieldName('value');
      const next = before ? make.binary('+', before, make.number(1)) : make.number(0);
      before = make.cast(type, value ? this.expression(value) : next);
      const name = each.childForFieldName('name')?.text ?? '';
      const meant = before;
      this.stand(scoped === undefined ? name : `${scoped}::${name}`, (span) => ({
        ...meant,
        span,
      }));
      return [name, meant];
    });
    if (scoped === undefined) return;
    // By another name of the enumeration, or by the host.
    for (const [name, value] of known) {
      const other = this.enumerators.findIndex((each) => each.name === name);
      if (other >= 0) this.enumerators.splice(other, 1);
      else this.enumerators.push({ name, value });
      const what = `${name}, which several enumerations have`;
      const isFirst = this.scope.find(name) === undefined;
      this.stand(name, (span) =>
        isFirst ? { ...value, span } : { kind: 'unsupported', what, span },
      );
    }
  }
}
