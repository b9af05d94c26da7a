import { meetsLanes } from '../builtins.ts';
import {
  type FunctionDeclaration,
  insideOf,
  partsOf,
  type Statement,
  type Expression,
} from '../syntax.ts';

/** Marks kernels in which lanes of a warp meet, or in what they call. */
export function withMeetings(
  functions: readonly FunctionDeclaration[],
): readonly FunctionDeclaration[] {
  const calls = new Map(functions.map(({ name, body }) => [name, callsIn(body)]));
  const meets = (name: string, seen: Set<string>): boolean => {
    if (meetsLanes(name)) return true;
    if (seen.has(name)) return false;
    seen.add(name);
    return [...(calls.get(name) ?? [])].some((called) => meets(called, seen));
  };
  return functions.map((each) =>
    each.isKernel && meets(each.name, new Set()) ? { ...each, meetsLanes: true } : each,
  );
}

/** The names of what is called. */
function callsIn(body: Statement | undefined): ReadonlySet<string> {
  const names = new Set<string>();
  const inExpression = (expression: Expression): void => {
    if (expression.kind === 'call' && expression.callee.kind === 'name')
      names.add(expression.callee.name);
    partsOf(expression).forEach(inExpression);
  };
  const inStatement = (statement: Statement): void => {
    const { statements, expressions } = insideOf(statement);
    for (const each of expressions) if (each !== undefined) inExpression(each);
    for (const each of statements) if (each !== undefined) inStatement(each);
  };
  if (body !== undefined) inStatement(body);
  return names;
}
