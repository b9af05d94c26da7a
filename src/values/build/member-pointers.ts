import {
  type Expression,
  expressionsOf,
  type FunctionDeclaration,
  statementsOf,
} from '../../front/syntax.ts';

/** Pointers that may lead into an array of a struct. */
export interface MemberPointers {
  readonly names: ReadonlySet<string>;
  /** The function may return one. */
  readonly isReturned: boolean;
}

type Find = (name: string) => FunctionDeclaration | undefined;

/** Follows names through initialisers and `=`.
 * @param given parameters that lead there
 * @param open functions that are being looked at */
export function memberPointers(
  find: Find,
  { name, body }: FunctionDeclaration,
  given: readonly string[] = [],
  open: ReadonlySet<string> = new Set(),
): MemberPointers {
  const names = new Set(given);
  const sets: (readonly [name: string, value: Expression])[] = [];
  const returned: Expression[] = [];
  for (const statement of statementsOf(body)) {
    if (statement.kind === 'return' && statement.value) returned.push(statement.value);
    if (statement.kind === 'declaration')
      for (const { name: own, init } of statement.declarators) if (init) sets.push([own, init]);
  }
  for (const each of expressionsOf(body))
    if (each.kind === 'assign' && each.operator === '=' && each.target.kind === 'name')
      sets.push([each.target.name, each.value]);
  const inner = new Set([...open, name]);
  const returns = (callee: string): boolean => {
    const called = inner.has(callee) ? undefined : find(callee);
    return called?.body !== undefined && memberPointers(find, called, [], inner).isReturned;
  };
  const leads = (value: Expression): boolean => leadsThere(value, names, returns);
  for (let before = -1; names.size > before;) {
    before = names.size;
    for (const [own, value] of sets) if (!names.has(own) && leads(value)) names.add(own);
  }
  return { names, isReturned: returned.some(leads) };
}

/** Its value may be such a pointer. */
function leadsThere(
  value: Expression,
  names: ReadonlySet<string>,
  returns: (callee: string) => boolean,
): boolean {
  const leads = (part: Expression): boolean => leadsThere(part, names, returns);
  switch (value.kind) {
    case 'name':
      return names.has(value.name);
    case 'member':
      return true;
    case 'unary':
    case 'update':
      return leads(value.operand);
    case 'binary':
      return leads(value.left) || leads(value.right);
    case 'assign':
      return leads(value.value);
    case 'conditional':
      return leads(value.then) || leads(value.otherwise);
    case 'index':
      return leads(value.array);
    case 'call':
      return value.args.some(leads) || (value.callee.kind === 'name' && returns(value.callee.name));
    case 'cast':
      return value.operands.some(leads);
    case 'list':
      return value.items.some(leads);
    default:
      return false;
  }
}
