import {
  type Expression,
  expressionsOf,
  insideOf,
  partsOf,
  type Statement,
} from '../front/syntax.ts';

/** Properties of a loop that its text alone shows. */
export type Loop = Extract<Statement, { kind: 'loop' }>;

/** `for (;;) { if (done) break; ... }` is a loop with a condition. */
export function withCondition(loop: Loop): Loop {
  const endless =
    loop.condition === undefined ||
    (loop.condition.kind === 'number' && Number(loop.condition.text) !== 0);
  if (!endless || loop.body.kind !== 'block') return loop;
  const items = loop.body.body;
  const exits = (item: Statement | undefined): Expression | undefined => {
    if (item?.kind !== 'if' || item.otherwise !== undefined) return undefined;
    if (unwrapped(item.then).kind !== 'break') return undefined;
    const { condition: operand } = item;
    return { kind: 'unary', operator: '!', operand, span: operand.span };
  };
  const first = exits(items[0]);
  if (first !== undefined && loop.form !== 'do')
    return { ...loop, condition: first, body: { ...loop.body, body: items.slice(1) } };
  const last = exits(items.at(-1));
  if (last !== undefined && loop.update === undefined)
    return {
      ...loop,
      form: 'do',
      condition: last,
      body: { ...loop.body, body: items.slice(0, -1) },
    };
  return loop;
}

/** The statement of a block that holds just one. */
const unwrapped = (statement: Statement): Statement => {
  const [only, ...more] = statement.kind === 'block' ? statement.body : [];
  return more.length === 0 ? (only ?? statement) : statement;
};

/** Names assigned or whose address is taken; a few too many do no harm. */
export function assignedNames(statement: Statement): Set<string> {
  const names = new Set<string>();
  for (const expression of expressionsOf(statement)) {
    const [target] = partsOf(expression);
    const changes =
      expression.kind === 'assign' ||
      expression.kind === 'update' ||
      (expression.kind === 'unary' && expression.operator === '&');
    if (changes && target?.kind === 'name') names.add(target.name);
  }
  return names;
}

/** Early exits in text order: `break` or `continue` of the loop around, or `return`. `kept` tells
 * which loops and switches keep theirs. */
export function* exitsOf(
  statement: Statement,
  kept: (statement: Statement) => readonly Exit[],
): Generator<Exit> {
  // No recursion: a chain of else if may be long.
  const left: { readonly at: Statement; readonly held: readonly Exit[] }[] = [
    { at: statement, held: [] },
  ];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const { at, held } = next;
    if (isExit(at.kind) && !held.includes(at.kind)) yield at.kind;
    const inside = [...held, ...kept(at)];
    if (EXITS.every((exit) => inside.includes(exit))) continue;
    for (const part of insideOf(at).statements.toReversed())
      if (part !== undefined) left.push({ at: part, held: inside });
  }
}

const EXITS = ['break', 'continue', 'return'] as const;
export type Exit = (typeof EXITS)[number];
const isExit = (kind: string): kind is Exit => (EXITS as readonly string[]).includes(kind);

/** A `break`, or a `return` out of a helper, that ends the loop. */
export function leaves(statement: Statement, helper: boolean): Exit | undefined {
  const exits = exitsOf(statement, ({ kind }) =>
    kind === 'loop' || kind === 'switch' ? ['break'] : [],
  );
  for (const exit of exits) if (exit === 'break' || (exit === 'return' && helper)) return exit;
  return undefined;
}

/** The variable that an index is named after. */
export function indexVariable(loop: Loop): string | undefined {
  const { init, update } = loop;
  const first = init?.kind === 'declaration' ? init.declarators[0]?.name : undefined;
  if (first !== undefined) return first;
  const target =
    update?.kind === 'update'
      ? update.operand
      : update?.kind === 'assign'
        ? update.target
        : undefined;
  return target?.kind === 'name' ? target.name : undefined;
}
