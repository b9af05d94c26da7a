import type { TreeNode } from '../tree-node.ts';
import type { Expression, Length } from '../syntax.ts';
import { INT, type StructType } from '../types.ts';
import { parameterNodes } from './instances.ts';
import { functionDeclaratorOf } from './declarators.ts';
import { templateParameters } from './templates.ts';
import { CudaOperators } from './operators.ts';

/** Lambdas, as structs of what they capture. */
export class CudaLambdas extends CudaOperators {
  /** A parameter that its function does not change. */
  #isKept(name: string, node: TreeNode): boolean {
    let at: TreeNode | null = node.parent;
    while (at !== null && at.type !== 'function_definition') at = at.parent;
    const head = functionDeclaratorOf(at?.childForFieldName('declarator') ?? null);
    const isOwn = (each: TreeNode): boolean =>
      each.descendantsOfType('identifier').at(-1)?.text === name;
    if (head === undefined || !parameterNodes(head).some(isOwn)) return false;
    const changes = `(?:&|\\+\\+|--)\\s*${name}\\b(?!\\s*\\[)|\\b${name}\\s*(?:\\+\\+|--|(?:[-+*/%&|^]|<<|>>)?=(?!=))`;
    return !new RegExp(`(?<![&.])(?:${changes})`).test(at?.childForFieldName('body')?.text ?? '');
  }

  /** A struct of what the lambda captures, whose `operator()` is its body. */
  protected lambda(node: TreeNode): Expression {
    const captures = node.childForFieldName('captures');
    const declarator = node.childForFieldName('declarator');
    const body = node.childForFieldName('body');
    const span = this.span(node);
    if (declarator === null || body === null)
      return { kind: 'unsupported', what: 'a lambda without parameters', span };
    const own = new Set(
      parameterNodes(declarator).map((each) => each.childForFieldName('declarator')?.text),
    );
    const names = [...new Set(body.descendantsOfType('identifier').map((each) => each.text ?? ''))];
    const byPlace = /^\[\s*&\s*[\],]/.test(captures?.text ?? '');
    const taken = names.flatMap((name) => {
      const found = own.has(name) ? undefined : this.scope.find(name);
      if (found === undefined || this.globals.find(name) === found) return [];
      if ('stands' in found) {
        const place = this.typed(found.stands(span));
        if (place.kind !== 'unary' || place.operator !== '*') return [];
        const held = place.operand;
        return [{ name, isPlace: true, held, type: held.type ?? INT }];
      }
      const isAsked = byPlace || (captures?.text.includes(`&${name}`) ?? false);
      const isPlace = isAsked && !this.#isKept(name, node);
      const value: Expression = this.typed({ kind: 'name', name, span });
      const held = isPlace ? this.addressOf(value) : this.copied(value, node);
      return [{ name, isPlace, held, type: held.type ?? INT }];
    });
    const members = taken.map(({ name, type }) => ({ name, type }));
    const type: StructType<Length> = {
      kind: 'struct',
      name: this.closureName(),
      union: false,
      packed: false,
      members: members.length === 0 ? [{ name: 'nothing', type: INT }] : members,
    };
    this.inScope(() => {
      for (const { name, isPlace } of taken)
        this.stand(name, (at) => {
          const make = this.maker(node);
          const object: Expression = make.typed({
            kind: 'name',
            name: 'this',
            type: { kind: 'pointer', to: type },
            span: at,
          });
          const held = make.typed({ kind: 'member', object, arrow: true, field: name, span: at });
          return isPlace ? make.unary('*', held) : held;
        });
      this.candidate({
        name: `${type.name}::operator()`,
        node,
        declarator,
        template: templateParameters(node.childForFieldName('template_parameters')),
        scope: this.scope,
        self: type,
      });
    });
    const items = taken.map(({ held }) => held);
    if (items.length === 0) items.push(this.maker(node).number(0));
    // A single object alone would be converted.
    return { kind: 'cast', type, operands: [{ kind: 'list', items, comma: false, span }], span };
  }
}
