import type { Diagnostic } from '../../base/diagnostic.ts';
import { Cancelled } from '../../base/failure.ts';
import {
  findingDiagnostics,
  type PosedValues,
  type RunValues,
  type SearchValues,
  type VerifiedConfiguration,
  type Verification,
  verifyPrograms,
} from '../../checker/index.ts';
import type { Finding, ValueTrace } from '../../values/index.ts';
import { type ConstantName, CONSTANTS } from '../../platform/index.ts';
import { verifiedSizeOf } from '../kept/settings.ts';
import type { Answering, Question } from '../question.ts';
import type { Job, JobView } from './job.ts';
import { telling } from './telling.ts';

/** The verdict on the values, so far. */
export interface VerificationView extends JobView {
  /** Elements of the input that it is verified for. */
  readonly size: number;
  /** The kernel that it is of. */
  readonly kernel: string;
  readonly question?: Question;
  /** SPIN searches as well; else the work-items only run. */
  readonly searched: boolean;
  readonly stage: string;
  /** Configurations that are decided, and how many there are. */
  readonly configurations: readonly VerifiedConfiguration[];
  readonly total: number;
  /** The kernel states its result with `ensures`. */
  readonly isResultStated?: boolean;
  readonly verification?: Verification;
  /** Findings, and obstacles to the verification, in the text. */
  readonly diagnostics: readonly Diagnostic[];
  /** Why nothing can be verified, in one sentence. */
  readonly obstacle?: string | undefined;
}

/** The run that leads to a finding. */
export interface ValueTraceView extends JobView {
  readonly finding?: Finding;
  readonly trace?: ValueTrace;
}

export const VALUE_TRACE: Job<ValueTraceView> = { id: 'valueTrace', none: { phase: 'none' } };

/** Values do not depend on what takes how long, unless the text names it. */
const freeIn = (text = '##'): readonly ConstantName[] =>
  CONSTANTS.filter(
    ({ name, unit }) =>
      name === 'size' || (unit === 'ticks' && !text.includes(name) && !text.includes('##')),
  ).map(({ name }) => name);

export const VERIFICATION: Answering<VerificationView> = {
  id: 'verification',
  none: {
    phase: 'none',
    size: 0,
    kernel: '',
    searched: false,
    stage: '',
    configurations: [],
    total: 0,
    diagnostics: [],
  },
  // Ticks do not matter here, and it has its own size.
  free: ({ question }) => ({
    constants: freeIn(question?.kernelText),
    machine: true,
    semantics: true,
  }),
  isOutdated: ({ size }, { settings }) => size !== verifiedSizeOf(settings),
};

type Progress = Partial<VerificationView>;

interface Tools {
  readonly run: RunValues;
  readonly search?: SearchValues | undefined;
  readonly signal: AbortSignal;
}

/** Verifies a text's programs; yields each configuration once decided.
 * @throws {Cancelled} by its signal. */
export async function* verification(
  { programs, unposed, diagnostics, obstacle }: PosedValues,
  { run, search, signal }: Tools,
): AsyncGenerator<Progress, void> {
  const total = programs.length + unposed.length;
  const isResultStated = programs.some(({ ensures, twins }) => ensures.length + twins.length > 0);
  yield { total, obstacle, diagnostics, isResultStated };
  if (obstacle !== undefined) return;
  const configurations: VerifiedConfiguration[] = [];
  yield* telling<Progress>(async (tell) => {
    const result = await verifyPrograms(programs, unposed, {
      run,
      search,
      signal,
      onStage: (stage) => tell({ stage }),
      onConfiguration(one) {
        configurations.push(one);
        tell({ configurations: [...configurations] });
      },
    });
    if (signal.aborted) throw new Cancelled();
    tell({
      verification: result,
      configurations: result.configurations,
      diagnostics: [...diagnostics, ...findingDiagnostics(result)],
    });
  });
}
