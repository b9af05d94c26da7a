import { named as children } from '../../parsed.ts';
import type { TreeNode } from '../../tree-node.ts';
import { type Cells, LOST, NEAR, Scope, type Value } from './cells.ts';
import { HostDeclarations } from './declarations.ts';
import { declaredBy } from './declared.ts';
import { DOES } from './expressions.ts';
import { numberIn, truthOf, whole } from './numbers.ts';

/** Conditions of the host's statements, and how far they let a loop go. */
export abstract class HostConditions extends HostDeclarations {
  protected abstract exec(node: TreeNode, scope: Scope): unknown;

  /** The value of a condition, after what `if (int e = f(); e != 0)` begins with. */
  protected asked(condition: TreeNode | null | undefined, scope: Scope): Value {
    const begins = condition?.childForFieldName('initializer');
    for (const each of begins ? children(begins) : []) this.exec(each, scope);
    const value = condition?.childForFieldName('value') ?? condition;
    const declarator = value?.type === 'declaration' && value.childForFieldName('declarator');
    if (!value || !declarator) return this.valueOf(value, scope);
    const own = declaredBy(declarator);
    const type = { name: value.childForFieldName('type')?.text ?? '', stars: own.stars };
    const given = value.childForFieldName('value');
    if (own.isReference) {
      scope.declare(own.name, this.referred(given, type, scope));
      return LOST;
    }
    const made = this.valueOf(given, scope);
    const kept = own.isOther ? LOST : this.types.held(this.copied(made), type);
    scope.declare(own.name, { type, value: kept });
    return kept;
  }

  /** `i < argc` ends a loop that begins with 1: the program is run without arguments. */
  protected asksArguments(condition: TreeNode | null | undefined, scope: Scope): boolean {
    if (!condition || !/\bargc\b/.test(condition.text)) return false;
    if (condition.descendantsOfType(DOES).some(({ text }) => !/^\W*argc\W*$/.test(text)))
      return false;
    const inside = new Scope(scope);
    inside.declare('argc', { type: { name: 'int', stars: 0 }, value: whole(1) });
    return truthOf(this.asked(condition, inside)) === false;
  }

  /** Bytes that are set of each array. */
  protected bytesSet(): ReadonlyMap<Cells, number> {
    return new Map(this.memory.map((cells) => [cells, cells.bytesSet(this.types.lengthOf(cells))]));
  }

  /** The numbers on both sides of `i < n`. */
  protected compared(condition: TreeNode | null | undefined, scope: Scope): readonly number[] {
    const asked = condition?.childForFieldName('value') ?? condition;
    if (!asked || asked.type !== 'binary_expression' || asked.descendantsOfType(DOES).length > 0)
      return [];
    return ['left', 'right'].map((side) => {
      const value = this.valueOf(asked.childForFieldName(side), scope);
      return value.kind === 'pointer' ? value.at : (numberIn(value) ?? NaN);
    });
  }

  /** The factor by which a loop has more rounds, from the numbers that it compares; NaN where they do not tell. */
  protected moreThan(
    rounds: number,
    condition: TreeNode | null | undefined,
    [first = NaN, end = NaN]: readonly number[],
    scope: Scope,
  ): number {
    const [now = NaN, last = NaN] = this.compared(condition, scope);
    const isOneMore = /[<>]=/.test(condition?.text ?? '');
    const all = ((end - first) / (now - first)) * rounds;
    // The last round may come to less than a step.
    const more = (isOneMore ? Math.floor(all + NEAR) + 1 : Math.ceil(all - NEAR)) / rounds;
    return end === last && more >= 1 ? more : NaN;
  }
}
