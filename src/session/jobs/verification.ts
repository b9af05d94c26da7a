import type { Diagnostic } from '../../base/diagnostic.ts';
import { Cancelled } from '../../base/failure.ts';
import type {
  LaunchChoice,
  PosedQuestion,
  RunValues,
  SearchValues,
  VerifiedConfiguration,
  Verification,
} from '../../checker/index.ts';
import { launchesEngine, valuesEngine } from '../../checker/values-on-demand.ts';
import type { HostLaunch } from '../../front/reader.ts';
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
  /** Which launch of the host was asked about, and all that there are. */
  readonly launch?: LaunchChoice;
  readonly launches?: readonly HostLaunch[];
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
  isOutdated: ({ size, launch = 'usual' }, { settings }) =>
    size !== verifiedSizeOf(settings) || launch !== (settings.launch ?? 'usual'),
};

type Progress = Partial<VerificationView>;

interface Tools {
  readonly text: string;
  readonly run: RunValues;
  readonly search?: SearchValues | undefined;
  readonly signal: AbortSignal;
  readonly onSaid: (said: Finding, found: Finding) => void;
}

/** Verifies a text's programs; yields each configuration once decided.
 * @throws {Cancelled} by its signal. */
export async function* verification(
  { launches, posed }: PosedQuestion,
  { text, onSaid, ...tools }: Tools,
): AsyncGenerator<Progress, void> {
  yield { launches };
  const all = 'steps' in posed ? [...posed.posed.values()] : [posed];
  const total = all.reduce(
    (sum, { programs, unposed }) => Math.max(sum, programs.length + unposed.length),
    0,
  );
  const isResultStated = all.some(({ programs }) =>
    programs.some(({ ensures, twins }) => ensures.length + twins.length > 0),
  );
  const obstacle = 'steps' in posed ? undefined : posed.obstacle;
  const diagnostics = all.flatMap((each) => each.diagnostics);
  yield { total, obstacle, diagnostics, isResultStated };
  if (obstacle !== undefined) return;
  const configurations: VerifiedConfiguration[] = [];
  const { findingDiagnostics, verifyPrograms } = await valuesEngine();
  yield* telling<Progress>(async (tell) => {
    const options = {
      ...tools,
      onStage: (stage: string) => tell({ stage }),
      onConfiguration(one: VerifiedConfiguration) {
        configurations.push(one);
        tell({ configurations: [...configurations] });
      },
    };
    const result =
      'steps' in posed
        ? await (
            await launchesEngine()
          ).verifyPosedLaunches(text, posed, {
            ...options,
            onSaid,
            onConfiguration: () => undefined,
            onLaunch: ({ kernel }, number, of) =>
              tell({ stage: `Launch ${number} of ${of}, of ${kernel}, is decided` }),
          })
        : await verifyPrograms(posed.programs, posed.unposed, options);
    if (tools.signal.aborted) throw new Cancelled();
    tell({
      verification: result,
      configurations: result.configurations,
      diagnostics: [...diagnostics, ...findingDiagnostics(result)],
    });
  });
}
