import type { TreeNode } from '../tree-node.ts';
import type { Span } from '../../base/span.ts';
import type { Expression, Length, Type } from '../syntax.ts';
import { INT, type StructType } from '../types.ts';
import { parameterNodes } from './instances.ts';
import { functionDeclaratorOf } from './declarators.ts';
import { templateParameters } from './templates.ts';
import { CudaOperators } from './operators.ts';

/** The object whose method a lambda is in. */
export const THIS = 'captured this';

interface Captured {
  readonly name: string;
  readonly isPlace: boolean;
  readonly held: Expression;
  readonly type: Type;
}

/** A member of the object whose method is read. */
const isOfThis = (place: Expression): boolean =>
  place.kind === 'member' &&
  place.arrow &&
  place.object.kind === 'name' &&
  place.object.name === 'this';

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

  /** `[n = x * 2]` and `[&n = x]`. */
  #givenTo(captures: TreeNode | null): readonly Captured[] {
    const all = captures?.descendantsOfType('lambda_capture_initializer') ?? [];
    return all.map((each) => {
      const name = each.childForFieldName('left')?.text ?? '';
      const value = this.expression(each.childForFieldName('right'));
      const isPlace = each.text.startsWith('&');
      const held = isPlace ? this.addressOf(value) : this.copied(value, each);
      return { name, isPlace, held, type: held.type ?? INT };
    });
  }

  #capturedThis(node: TreeNode): Captured {
    const found = this.scope.find(THIS);
    const span = this.span(node);
    const held = this.typed(
      found ? this.expressionOf(THIS, span) : { kind: 'name', name: 'this', span },
    );
    return { name: THIS, isPlace: false, held, type: held.type ?? INT };
  }

  /** A name's meaning here. */
  protected expressionOf(name: string, span: Span): Expression {
    const found = this.scope.find(name);
    return found && 'stands' in found ? found.stands(span) : { kind: 'name', name, span };
  }

  /** A struct of what the lambda captures, whose `operator()` is its body. */
  protected lambda(node: TreeNode): Expression {
    const captures = node.childForFieldName('captures');
    // Without parameters, their list may be left out.
    const declarator = node.childForFieldName('declarator') ?? node;
    const body = node.childForFieldName('body');
    const span = this.span(node);
    if (body === null || /\*\s*this\b/.test(captures?.text ?? ''))
      return { kind: 'unsupported', what: 'a lambda that captures a copy of its object', span };
    const own = new Set(
      parameterNodes(declarator).map((each) => each.childForFieldName('declarator')?.text),
    );
    const names = [...new Set(body.descendantsOfType('identifier').map((each) => each.text ?? ''))];
    const byPlace = /^\[\s*&\s*[\],]/.test(captures?.text ?? '');
    const given = this.#givenTo(captures);
    const ofObject = new Set<string>();
    const captured = names.flatMap((name) => {
      const isGiven = given.some((each) => each.name === name);
      const found = isGiven || own.has(name) ? undefined : this.scope.find(name);
      if (found === undefined || this.globals.find(name) === found) return [];
      if ('stands' in found) {
        const place = this.typed(found.stands(span));
        if (isOfThis(place)) ofObject.add(name);
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
    if (ofObject.size > 0 || body.descendantsOfType('this').length > 0)
      captured.push(this.#capturedThis(node));
    const taken = [...captured, ...given];
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
      for (const field of ofObject)
        this.stand(field, (at) => {
          const object = this.typed(this.expressionOf(THIS, at));
          return this.typed({ kind: 'member', object, arrow: true, field, span: at });
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
