import type { TreeNode } from '../tree-node.ts';
import type { Declarator, Expression, Statement, Type } from '../syntax.ts';
import { INT } from '../types.ts';
import { isReference } from './declarators.ts';
import { CudaFunctions } from './functions.ts';
import type { Maker } from './rows.ts';
import { arrayOf, boundNames, partsOf } from './structured.ts';

/** The variable that names of a binding are parts of. */
const together = (names: readonly TreeNode[]): string =>
  `[${names.map(({ text }) => text).join(', ')}]`;

/** Structured bindings, of declarations and of loops. */
export class CudaBindings extends CudaFunctions {
  /** `for (auto [x, y] : array)` */
  protected boundElement(
    names: readonly TreeNode[],
    element: Expression,
    own: TreeNode,
    body: TreeNode,
  ): readonly Statement[] {
    const { span } = element;
    const type = element.type ?? INT;
    const isPlace = isReference(own);
    const name = together(names);
    const init = isPlace ? this.addressOf(element) : this.copied(element, own);
    const held: Type = isPlace ? { kind: 'pointer', to: type } : type;
    const declared = { name, nameSpan: span, type: held, init, unsupported: undefined };
    return this.inScope(() =>
      this.inFrame(() => {
        this.declare(declared);
        this.endLater(declared, own);
        this.bind(names, name, isPlace, this.maker(own));
        return [{ kind: 'declaration', declarators: [declared], span }, this.statement(body)];
      }),
    );
  }

  /** Names for the parts of a variable. */
  protected bind(
    names: readonly TreeNode[],
    variable: string,
    isPlace: boolean,
    make: Maker,
  ): void {
    const own = this.typed({ kind: 'name', name: variable, span: make.span });
    const object = isPlace ? make.unary('*', own) : own;
    const parts = partsOf(object, make);
    const what = `${names.length} names for the parts of ${object.type?.kind ?? 'this'} value`;
    names.forEach(({ text }, i) => {
      const part = parts?.length === names.length ? parts[i] : undefined;
      this.stand(text, (span) => ({ ...(part ?? { kind: 'unsupported', what }), span }));
    });
  }

  /** `auto [x, y] = f();`: a nameless object, whose members the names stand for. */
  protected structured(
    node: TreeNode,
    type: Type,
    owner: TreeNode,
  ): readonly Declarator[] | undefined {
    const names = boundNames(node);
    if (names === undefined) return undefined;
    const written = this.declarator(node, type, undefined, owner);
    const name = together(names);
    const { init } = written;
    const isPlace = isReference(node) && init?.kind === 'unary' && init.operator === '&';
    const make = this.maker(node);
    const array = arrayOf(init, names);
    if (array) return this.elementsBound(names, array, { ...written, name }, make);
    const made: Declarator = { ...written, name, unsupported: undefined };
    this.declare(made);
    this.bind(names, name, isPlace, make);
    return [made];
  }

  /** An array is evaluated once; its elements are variables with their values, or other names for them. */
  protected elementsBound(
    names: readonly TreeNode[],
    array: Expression,
    written: Declarator,
    make: Maker,
  ): readonly Declarator[] {
    const isPlace = written.init !== array;
    const at = (from: Expression, index: number): Expression =>
      make.typed({
        kind: 'index',
        array: from,
        index: make.number(String(index)),
        span: make.span,
      });
    const first = at(array, 0);
    if (first.type === undefined) return [];
    const declared = { ...written, type: first.type, unsupported: undefined };
    const start = {
      ...declared,
      type: { kind: 'pointer', to: first.type } as const,
      init: this.addressOf(first),
    };
    this.declare(start);
    const own = this.typed({ kind: 'name', name: start.name, span: make.span });
    const made = names.flatMap((node, index) => {
      const { text: name } = node;
      const init = at(own, index);
      if (isPlace) {
        this.stand(name, (span) => ({ ...init, span }));
        return [];
      }
      return [{ ...declared, name, nameSpan: this.span(node), init }];
    });
    for (const each of made) this.declare(each);
    return [start, ...made];
  }
}
