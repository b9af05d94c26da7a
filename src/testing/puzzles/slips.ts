import type { Puzzle } from '../../lessons/puzzles.ts';

/** Statements beside a right answer that change nothing which a test of results sees: they meet another item's
 * memory, read beyond an array, or do so for one value alone. OUT is written by the kernel, IN read. */
const BEFORE = [
  'if (get_global_id(0) == 1) OUT[0] = 77;',
  'if (get_global_id(0) == 0) OUT[1] = 77;',
  'if (get_local_id(0) == 1) OUT[get_global_id(0) - 1] = 77;',
  'if (get_group_id(0) == 0 && get_local_id(0) == 0) OUT[get_global_id(0) + 1] = 77;',
  'int seen = IN[get_global_id(0) + 1];',
  'int seen = IN[get_global_id(0) - 1];',
  'int seen = OUT[get_local_id(0) ^ 1];',
  'if (IN[1] == 1) OUT[0] = 77;',
] as const;
const AFTER = [
  'int seen = OUT[get_global_id(0) ^ 1];',
  'if (get_global_id(0) == 1) OUT[0] += 0;',
  'if (IN[0] == 1 && get_global_id(0) == 1) OUT[0] += 0;',
  'if (get_local_id(0) == 0) { int seen = OUT[get_global_id(0) + 1]; }',
] as const;

/** An answer of statements with each slip. */
export function withSlips({ page }: Puzzle, fill: string): readonly string[] {
  if (!/[;}]\s*$/.test(fill)) return [];
  const [, out = 'a'] = /__global int \*(\w+)/.exec(page.kernel ?? '') ?? [];
  const [, read = out] = /__global const int \*(\w+)/.exec(page.kernel ?? '') ?? [];
  const named = (slip: string): string => slip.replaceAll('OUT', out).replaceAll('IN', read);
  return [
    ...BEFORE.map((slip) => `${named(slip)}\n${fill}`),
    ...AFTER.map((slip) => `${fill}\n${named(slip)}`),
  ];
}
