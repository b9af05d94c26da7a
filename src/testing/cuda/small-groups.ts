import { usualConstants } from '../../base/constants.ts';
import { poseValues } from '../../checker/pose-values.ts';
import type { ValueReport } from '../../checker/value-checker.ts';
import type { ValueProgram } from '../../values/program.ts';
import type { Verdict } from '../../values/index.ts';
import { productOf } from '../../base/product.ts';
import { parser } from '../kernels.ts';
import { CUDA_CASES, TWINS } from './index.ts';

/** Kernels of the corpus in blocks that SPIN searches. */
interface SmallCase {
  readonly name: string;
  readonly text: string;
  readonly program: ValueProgram;
}

export const SMALL_CONSTANTS = { ...usualConstants(), size: 8 };

const LARGEST = 8;

/** The smallest configuration of at least two threads; undefined where none is so small. */
function smallestOf(text: string): ValueProgram | undefined {
  const { programs } = poseValues(parser, text, { constants: SMALL_CONSTANTS, given: {} });
  const sized = programs.flatMap((program) => {
    const threads = productOf(program.local);
    return threads > 1 && threads <= LARGEST ? [{ program, all: productOf(program.global) }] : [];
  });
  return sized.toSorted((one, other) => one.all - other.all)[0]?.program;
}

/** SPIN follows no order that fences and atomics make. */
export function smallCases(): readonly SmallCase[] {
  const twins = TWINS.map(({ name, cuda }) => ({ name: `twin ${name}`, text: cuda }));
  return [...CUDA_CASES.filter(({ fenced }) => !fenced), ...twins].flatMap(({ name, text }) => {
    const program = smallestOf(text);
    return program ? [{ name, text, program }] : [];
  });
}

/** Any of several races may be found first. */
const sortOf = (kind: string): string => kind.replace(/^race-.*/, 'race');

/** Kinds of faults that a run found; none is right. */
export const saidByRunning = ({ findings }: Pick<Verdict, 'findings'>): readonly string[] => [
  ...new Set(findings.map(({ kind }) => sortOf(kind))),
];

/** The kind of fault that SPIN found first, or `right`; else why it does not say. */
export function saidBySpin(report: ValueReport): string {
  if (!report.ok) return `not searched: ${report.reason}`;
  const [verdict] = report.verdicts;
  if (verdict?.found) return sortOf(verdict.found.finding.kind);
  if ((verdict?.lost.size ?? 0) > 0) return 'not followed';
  if (!report.exhaustive) return 'cut off';
  return verdict?.ended === true ? 'right' : 'non-termination';
}
