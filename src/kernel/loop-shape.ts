import type { Expression, Statement } from './syntax.ts';

/** What can be told of a loop from its text alone. */
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
    const then =
      item.then.kind === 'block' && item.then.body.length === 1 ? item.then.body[0] : item.then;
    return then?.kind === 'break' ? negated(item.condition) : undefined;
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

const negated = (operand: Expression): Expression => ({
  kind: 'unary',
  operator: '!',
  operand,
  span: operand.span,
});

/** Names that a statement assigns or takes the address of. A few too many do no harm. */
export function assignedNames(statement: Statement): Set<string> {
  const names = new Set<string>();
  const visitExpression = (expression: Expression | undefined): void => {
    switch (expression?.kind) {
      case 'assign':
      case 'update': {
        const target = expression.kind === 'assign' ? expression.target : expression.operand;
        if (target.kind === 'name') names.add(target.name);
        visitExpression(target);
        if (expression.kind === 'assign') visitExpression(expression.value);
        break;
      }
      case 'unary':
        if (expression.operator === '&' && expression.operand.kind === 'name')
          names.add(expression.operand.name);
        visitExpression(expression.operand);
        break;
      case 'binary':
        visitExpression(expression.left);
        visitExpression(expression.right);
        break;
      case 'conditional':
        visitExpression(expression.condition);
        visitExpression(expression.then);
        visitExpression(expression.otherwise);
        break;
      case 'call':
        expression.args.forEach(visitExpression);
        break;
      case 'index':
        visitExpression(expression.array);
        visitExpression(expression.index);
        break;
      case 'member':
        visitExpression(expression.object);
        break;
      case 'cast':
        expression.operands.forEach(visitExpression);
        break;
      case 'list':
        expression.items.forEach(visitExpression);
        break;
      default:
        break;
    }
  };
  const visit = (part: Statement | undefined): void => {
    switch (part?.kind) {
      case 'block':
        part.body.forEach(visit);
        break;
      case 'declaration':
        for (const { init } of part.declarators) visitExpression(init);
        break;
      case 'expression':
      case 'return':
        visitExpression(part.value);
        break;
      case 'if':
        visitExpression(part.condition);
        visit(part.then);
        visit(part.otherwise);
        break;
      case 'loop':
        visit(part.init);
        visitExpression(part.condition);
        visitExpression(part.update);
        visit(part.body);
        break;
      case 'switch':
        visitExpression(part.value);
        for (const { body } of part.cases) body.forEach(visit);
        break;
      default:
        break;
    }
  };
  visit(statement);
  return names;
}

/** What ends a loop from inside: a `break` of it, or a `return` out of a helper. */
export function leaves(statement: Statement | undefined, helper: boolean): string | undefined {
  switch (statement?.kind) {
    case 'block':
      return statement.body
        .map((item) => leaves(item, helper))
        .find((found) => found !== undefined);
    case 'if':
      return leaves(statement.then, helper) ?? leaves(statement.otherwise, helper);
    case 'break':
      return 'break';
    case 'return':
      return helper ? 'return' : undefined;
    case 'loop': {
      const inner = leaves(statement.body, helper);
      return inner === 'return' ? inner : undefined;
    }
    case 'switch': {
      const inner = statement.cases
        .flatMap(({ body }) => body)
        .map((item) => leaves(item, helper))
        .filter((found) => found === 'return');
      return inner[0];
    }
    default:
      return undefined;
  }
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
