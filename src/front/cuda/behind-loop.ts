import type { TreeNode } from '../tree-node.ts';
import { isConditional } from './host-loops.ts';
import type { Frame } from './host-names.ts';
import { contains, pathOf, valuesOf } from './host-text.ts';

/** Evaluates expressions of the host's text. */
type Evaluates = (node: TreeNode | null | undefined) => number | undefined;

/** More rounds are not followed. */
const MOST_ROUNDS = 1_000_000;

const HOLDS: Readonly<Record<string, (a: number, b: number) => boolean>> = {
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
  '!=': (a, b) => a !== b,
};

/** The value that a `for` leaves its variable behind it, where nothing else ends the loop or sets it. */
export function behindLoop(
  number: Evaluates,
  name: string,
  use: TreeNode,
  { function: inside }: Frame,
): number | undefined {
  const values = inside ? valuesOf(inside, name) : [];
  if (inside === undefined || values.length < 2) return undefined;
  const before = values.filter(({ endIndex }) => endIndex <= use.startIndex);
  const loop = before.at(-1) && loopOf(before, use);
  // A round before this one may set it too.
  if (!loop || values.some((each) => !contains(loop, each) && !before.includes(each)))
    return undefined;
  return endOf(number, name, loop);
}

/** The loop that gives a variable its last values before a place, and goes there by itself. */
function loopOf(before: readonly TreeNode[], use: TreeNode): TreeNode | undefined {
  const last = before.toSorted((a, b) => a.startIndex - b.startIndex).at(-1);
  let at = last?.parent ?? undefined;
  while (at && at.type !== 'for_statement' && at.type !== 'compound_statement')
    at = at.parent ?? undefined;
  const isIt =
    at?.type === 'for_statement' &&
    at.endIndex <= use.startIndex &&
    at.parent?.type === 'compound_statement' &&
    contains(at.parent, use) &&
    !isConditional(at, use);
  const leaves = ['break_statement', 'goto_statement', 'lambda_expression'];
  return isIt && at && at.descendantsOfType(leaves).length === 0 ? at : undefined;
}

function endOf(number: Evaluates, name: string, loop: TreeNode): number | undefined {
  const [initial, condition, update, body] = ['initializer', 'condition', 'update', 'body'].map(
    (field) => loop.childForFieldName(field) ?? undefined,
  );
  if (!initial || !condition || !update || !body || valuesOf(body, name).length > 0)
    return undefined;
  // Parts of a `for` that declares it are another variable's.
  if (initial.type === 'declaration') return undefined;
  const [start] = valuesOf(initial, name);
  const left = condition.childForFieldName('left');
  const holds = HOLDS[condition.childForFieldName('operator')?.text ?? ''];
  const step = stepOf(update, name, number);
  let value = number(start);
  const bound = left && pathOf(left) === name ? number(condition.childForFieldName('right')) : NaN;
  if (value === undefined || bound === undefined || step === undefined || !holds) return undefined;
  for (let round = 0; round < MOST_ROUNDS && holds(value, bound); round += 1) value += step;
  return Number.isNaN(bound) || holds(value, bound) ? undefined : value;
}

/** `i++`, `i += 8` */
function stepOf(update: TreeNode, name: string, number: Evaluates): number | undefined {
  const target = update.childForFieldName('argument') ?? update.childForFieldName('left');
  const operator = update.childForFieldName('operator')?.text ?? '';
  if (!target || pathOf(target) !== name) return undefined;
  if (update.type === 'update_expression') return operator === '++' ? 1 : -1;
  const by = number(update.childForFieldName('right'));
  return by === undefined
    ? undefined
    : operator === '+='
      ? by
      : operator === '-='
        ? -by
        : undefined;
}
