import { meetsLanes } from './builtins.ts';
import { expressionsOf, type FunctionDeclaration, type Statement } from './syntax.ts';

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
const callsIn = (body: Statement | undefined): ReadonlySet<string> =>
  new Set(
    [...expressionsOf(body)].flatMap((each) =>
      each.kind === 'call' && each.callee.kind === 'name' ? [each.callee.name] : [],
    ),
  );
