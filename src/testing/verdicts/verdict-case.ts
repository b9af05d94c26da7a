/** What can be the matter with a kernel, as the tool names it. */
export const WRONGS = [
  'race-local',
  'race-global',
  'race-between-groups',
  'divergence',
  'bounds',
  'uninitialised',
  'non-termination',
  'result',
] as const;

export type Wrong = (typeof WRONGS)[number];
export type Known = 'right' | Wrong;

/** The sizes of groups that every kernel of the table is judged at. */
export const GROUP_SIZES = [4, 16, 64, 256] as const;
export type GroupSize = (typeof GROUP_SIZES)[number];

/** A small kernel whose verdict is known, because it was written to have it. */
export interface VerdictCase {
  readonly name: string;
  /** OpenCL C with tuner pragmas; a line that is wrong, or one of several, ends in `// !`. */
  readonly text: string;
  readonly known: Known;
  /** Where it differs between sizes of groups. */
  readonly at: Readonly<Partial<Record<GroupSize, Known>>>;
  /** Groups, so that `size` is that many times the size of a group. */
  readonly groups: number;
  /** False where a C++ compiler cannot show it: what lies in private memory, fences between threads. */
  readonly native: boolean;
}

export interface CaseOptions {
  readonly at?: VerdictCase['at'];
  readonly groups?: number;
  readonly pragmas?: readonly string[];
  /** What stands before the kernel: helpers, types, tables. */
  readonly before?: string;
  readonly native?: boolean;
  /** Parameters of the kernel, where they are not `a`, `b` and `l`. */
  readonly parameters?: string;
}

const USUAL = '__global int *a, __global int *b, __local int *l';

/** A kernel of two global arrays `a` and `b` and a local one `l` with an element for each item, unless the
 * options say otherwise. In the body `SYNC` is a barrier for local memory and `SYNC_GLOBAL` one for global. */
export function verdictCase(
  name: string,
  known: Known,
  body: string,
  { at = {}, groups = 2, pragmas = [], before = '', native = true, parameters }: CaseOptions = {},
): VerdictCase {
  const local = pragmas.some((line) => line.startsWith('local l ')) ? [] : ['local l = WG'];
  const lines = [
    'param WG = {4, 16, 64, 256}',
    ...(/\*\s*l\b/.test(parameters ?? USUAL) ? local : []),
    ...pragmas,
  ];
  const expand = (text: string): string =>
    text
      .replaceAll('SYNC_GLOBAL', 'barrier(CLK_GLOBAL_MEM_FENCE)')
      .replaceAll('SYNC', 'barrier(CLK_LOCAL_MEM_FENCE)')
      .replaceAll(/^\n+|\s+$/g, '');
  const text = [
    ...lines.map((line) => `#pragma tuner ${line}`),
    ...(before === '' ? [] : [expand(before)]),
    `__kernel void k(${parameters ?? USUAL}) {`,
    '  int lid = get_local_id(0), gid = get_global_id(0), n = get_local_size(0), group = get_group_id(0);',
    expand(body),
    '}',
    '',
  ].join('\n');
  return { name, text, known, at, groups, native };
}

export const knownAt = ({ known, at }: VerdictCase, size: GroupSize): Known => at[size] ?? known;
