/** Kinds of findings, by the tool's names. */
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
  /** It goes wrong for some of the inputs that it does not state. */
  readonly isUnstated: boolean;
}

export const knownAt = ({ known, at }: VerdictCase, size: GroupSize): Known => at[size] ?? known;
