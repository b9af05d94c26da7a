import type { Diagnostic } from '../../base/diagnostic.ts';
import { Cancelled } from '../../base/failure.ts';
import type {
  PosedValues,
  RunValues,
  SearchValues,
  VerifiedConfiguration,
  Verification,
} from '../../checker/index.ts';
import { verifyPrograms } from '../../checker/index.ts';
import type { Finding, ValueTrace } from '../../values/index.ts';
import type { Question } from '../question.ts';
import type { JobView } from './side-job.ts';
import { telling } from './telling.ts';

/** Whether the values of the kernel are right, as far as it is known. */
export interface VerificationView extends JobView {
  /** Elements of the input that it is verified for. */
  readonly size: number;
  /** The kernel that it is of. */
  readonly kernel: string;
  readonly question?: Question;
  /** Whether SPIN searches as well, or the work-items are only run. */
  readonly searched: boolean;
  readonly stage: string;
  /** Configurations that are decided, and how many there are. */
  readonly configurations: readonly VerifiedConfiguration[];
  readonly total: number;
  /** Whether the kernel says what its result should be, with `ensures`. */
  readonly isResultStated?: boolean;
  readonly verification?: Verification;
  /** Of the text: what keeps it from being verified, and what was found. */
  readonly diagnostics: readonly Diagnostic[];
  /** Why nothing can be verified, in one sentence. */
  readonly obstacle?: string | undefined;
}

/** How something goes wrong, step by step. */
export interface ValueTraceView {
  readonly phase: 'none' | 'loading' | 'ready' | 'failed';
  readonly finding?: Finding;
  readonly trace?: ValueTrace;
  readonly message?: string;
}

export const NO_VERIFICATION: VerificationView = {
  phase: 'none',
  size: 0,
  kernel: '',
  searched: false,
  stage: '',
  configurations: [],
  total: 0,
  diagnostics: [],
};

type Progress = Partial<VerificationView>;

interface Tools {
  readonly run: RunValues;
  readonly search?: SearchValues | undefined;
  readonly signal: AbortSignal;
}

/** Verifies the programs of a text, with every configuration as it is decided.
 * @throws {Cancelled} by its signal. */
export async function* verification(
  { programs, unposed, diagnostics, obstacle }: PosedValues,
  { run, search, signal }: Tools,
): AsyncGenerator<Progress, void> {
  const total = programs.length + unposed.length;
  const isResultStated = programs.some(({ ensures }) => ensures.length > 0);
  yield { total, obstacle, diagnostics, isResultStated };
  if (obstacle !== undefined) return;
  const configurations: VerifiedConfiguration[] = [];
  yield* telling<Progress>(async (tell) => {
    const result = await verifyPrograms(programs, unposed, {
      ...{ run, search, signal },
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

/** What was found, as the editor marks it. */
const findingDiagnostics = ({ findings, remarks }: Verification): Diagnostic[] => [
  ...findings.map(({ kind, span, message, hint, related }): Diagnostic => ({
    severity: 'warning',
    code: kind,
    ...{ span, message },
    ...(hint !== undefined && { hint }),
    ...(related && { related }),
  })),
  ...remarks.map(({ kind, span, message, hint }): Diagnostic => ({
    severity: 'info',
    code: kind,
    ...{ span, message },
    ...(hint !== undefined && { hint }),
  })),
];
