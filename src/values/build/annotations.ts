/** Functions in the manner of verification tools that a text may call without declaring them. */

const CHECKS: Readonly<Record<string, 'assert' | 'assume'>> = {
  __assert: 'assert',
  assert: 'assert',
  __global_assert: 'assert',
  __requires: 'assume',
  requires: 'assume',
  __assume: 'assume',
  assume: 'assume',
  __global_requires: 'assume',
};

/** Whether a function states what holds there, or what may be taken for granted. */
export const checkOf = (name: string): 'assert' | 'assume' | undefined =>
  Object.hasOwn(CHECKS, name) ? CHECKS[name] : undefined;

/** Other notes for such tools, which ask for nothing that is not found out anyway. */
export const isAnnotation = (name: string): boolean =>
  /^(__(global_)?(invariant|ensures|function_wide_(candidate_)?invariant|candidate_invariant|barrier_invariant\w*|non_temporal_\w+|read|write|read_implies|write_implies|reads_from\w*|writes_to\w*|at_most_one|unroll)|loop_invariant|invariant|ensures)$/.test(
    name,
  );
