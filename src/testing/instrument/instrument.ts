import type { ValueChecker } from '../../checker/value-checker.ts';
import { comparison } from '../verdicts/mutants.ts';
import type { Field } from './fields.ts';
import {
  type Judged,
  judgedByRunning,
  judgedBySpin,
  judgedNatively,
  type Native,
  type Subject,
} from './judges.ts';

/** Two judges who do not say the same of a subject. */
export interface Difference {
  readonly field: Field | 'found';
  readonly subject: Subject;
  readonly what: string;
}

/** Counts of a field. */
export interface Counts {
  subjects: number;
  /** Of verdicts, and of the memory after an input. */
  comparisons: number;
  /** Left open by the workbench where g++ sees a fault. */
  open: number;
  /** Not followed. */
  refused: number;
  readonly statuses: Map<string, number>;
}

export const noCounts = (): Counts => ({
  subjects: 0,
  comparisons: 0,
  open: 0,
  refused: 0,
  statuses: new Map(),
});

/** What the workbench and g++ do not agree on; nothing where they do. */
function differs(judged: Judged, native: Native, counts: Counts): string | undefined {
  const { said, memory } = judged;
  counts.comparisons += 1;
  const how = comparison({ native: native.kinds, said });
  if (how === 'open') counts.open += 1;
  // g++ tries one of the contents that nobody states; another may go wrong.
  if (how === 'disagree' && said.status === 'wrong' && isOpen(judged)) return undefined;
  if (how === 'disagree')
    return `${said.status} [${kindsOf(judged)}] but g++ sees [${[...native.kinds].toSorted()}]`;
  if (memory === undefined || native.kinds.size > 0) return undefined;
  for (const [before, after] of memory) {
    const theirs = native.memory.get(before);
    if (theirs === undefined) continue;
    counts.comparisons += 1;
    if (theirs !== after) return 'other values than g++';
  }
  return undefined;
}

const isOpen = ({ program }: Judged): boolean =>
  program.objects.some(
    ({ isArgument, space, input }) =>
      isArgument && space === 'global' && (input === undefined || input.kind === 'unknown'),
  );

const kindsOf = ({ said }: Judged): string =>
  [...new Set(said.findings.map(({ kind }) => kind))].toSorted().join();

/** Compares the workbench's run with g++, which takes all subjects at once. */
export async function againstNative(
  field: Field | 'found',
  subjects: readonly Subject[],
  counts: Counts,
): Promise<{ readonly judged: readonly Judged[]; readonly differences: readonly Difference[] }> {
  const judged: Judged[] = [];
  const differences: Difference[] = [];
  for (const subject of subjects) {
    counts.subjects += 1;
    try {
      const found = judgedByRunning(subject);
      if ('refused' in found) {
        counts.refused += 1;
        // Drawn programs are all to be followed.
        if (field !== 'mutants' && field !== 'programs')
          differences.push({ field, subject, what: `refused: ${found.refused}` });
        continue;
      }
      judged.push(found);
      const { status } = found.said;
      counts.statuses.set(status, (counts.statuses.get(status) ?? 0) + 1);
    } catch (error) {
      differences.push({ field, subject, what: `crash: ${String(error).split('\n')[0]}` });
    }
  }
  const natives = await judgedNatively(judged);
  const differing = judged.filter((each) => {
    const native = natives.get(each.subject);
    return native !== undefined && differs(each, native, counts) !== undefined;
  });
  const closer = await judgedNatively(differing, true);
  for (const each of differing) {
    const { subject } = each;
    const native = closer.get(subject) ?? natives.get(subject);
    const what = native && differs(each, native, noCounts());
    if (what !== undefined) differences.push({ field, subject, what });
  }
  return { judged, differences };
}

/** Compares it with SPIN at both levels, one verifier for all. */
export async function againstSpin(
  field: Field | 'found',
  checker: ValueChecker,
  judged: readonly Judged[],
  counts: Counts,
): Promise<readonly Difference[]> {
  const differences: Difference[] = [];
  const decided = judged.filter(({ said }) => said.status === 'right' || said.status === 'wrong');
  const programs = decided.map(({ program }) => program);
  const told = new Map<'regions' | 'free', readonly (string | undefined)[]>();
  for (const level of ['regions', 'free'] as const) {
    const found = await judgedBySpin(checker, programs, level);
    if (!('refused' in found)) told.set(level, found);
    for (const [index, each] of decided.entries()) {
      if ('refused' in found) continue;
      counts.comparisons += 1;
      const kind = found[index];
      const { said, subject } = each;
      // Equal values that race are a remark to one and a race to the other.
      if (kind?.startsWith('race') === true && said.remarks.includes('same-value')) continue;
      if (kind === 'uninitialised' && said.readsForNothing) continue;
      // Interleaved items seem ordered by atomics, which order nothing.
      const hasAtomics = each.program.code.some((step) => step.kind === 'atomic');
      if (level === 'free' && kind === undefined && hasAtomics) continue;
      if ((kind !== undefined) !== (said.status === 'wrong'))
        differences.push({
          field,
          subject,
          what: `${said.status} [${kindsOf(each)}] but SPIN at level ${level} finds ${kind ?? 'nothing'}`,
        });
    }
  }
  return differences;
}
