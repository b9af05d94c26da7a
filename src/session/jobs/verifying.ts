import { Cancelled } from '../../base/failure.ts';
import { Latest } from '../../base/latest.ts';
import { lazy } from '../../base/lazy.ts';
import { messageOf } from '../../base/message.ts';
import {
  type PosedValues,
  poseValues,
  searchValues,
  ValueChecker,
  type Way,
} from '../../checker/index.ts';
import type { KernelParser } from '../../kernel/index.ts';
import type { Finding, ValueTrace } from '../../values/index.ts';
import type { SessionTools } from '../environment.ts';
import { SideJob } from './side-job.ts';
import {
  NO_VERIFICATION,
  type ValueTraceView,
  verification,
  type VerificationView,
} from './verification.ts';

/** Milliseconds without an edit before the work-items are run. */
const PAUSE = 600;
/** The size that values are verified at, unless the user says otherwise: several groups of several items. */
const USUAL_VERIFIED_SIZE = 16;

/** What was asked last. */
interface Asked {
  readonly posed: PosedValues;
  /** The ways to what SPIN found. */
  readonly ways: Map<Finding, { readonly checker: ValueChecker; readonly way: Way }>;
}

/** Verifies values: by running, soon after every edit, and with SPIN when the user asks for it. */
export function createVerifying(tools: SessionTools, parser: () => KernelParser | undefined) {
  const { store, pause, derivation } = tools;
  const runner = lazy(tools.valuesRunner);
  const toolchain = lazy(tools.toolchain);
  const soonest = new Latest();
  const tracing = new Latest();
  const job = new SideJob<VerificationView>(tools, NO_VERIFICATION, (view) =>
    store.setState({ verification: view }),
  );
  let asked: Asked | undefined;

  const sizeOf = (): number => store.getState().settings.verifiedSize ?? USUAL_VERIFIED_SIZE;

  function begin(searched: boolean): void {
    soonest.leave();
    closeTrace();
    const [reader, { constants, text } = {}] = [parser(), derivation()];
    if (!reader || !constants || text === undefined) return job.forget();
    const kernel = store.getState().derived.kernelName ?? '';
    const small = { ...constants, size: sizeOf() };
    const posed = poseValues(reader, text, { kernelName: kernel, constants: small, given: {} });
    const ways: Asked['ways'] = new Map();
    asked = { posed, ways };
    void job.start({ size: sizeOf(), kernel, searched }, ({ toolchain, memoryMB, signal }) => {
      const checker = new ValueChecker(toolchain, { memoryMB });
      const search = searchValues(checker, small, (finding, way) =>
        ways.set(finding, { checker, way }),
      );
      return verification(posed, {
        signal,
        run: (program) => runner().check(program, { text, constants: { ...small } }, signal),
        ...(searched && { search }),
      });
    });
  }

  async function soon(): Promise<void> {
    const signal = soonest.start();
    closeTrace();
    job.forget();
    await pause(PAUSE, signal);
    if (!signal.aborted) begin(false);
  }

  function closeTrace(): void {
    tracing.leave();
    if (store.getState().valueTrace.phase !== 'none')
      store.setState({ valueTrace: { phase: 'none' } });
  }

  async function showFinding(index: number): Promise<void> {
    const view = store.getState().verification;
    const finding = view.verification?.findings[index];
    const from = asked;
    if (!finding || !from) return;
    const signal = tracing.start();
    const show = (valueTrace: ValueTraceView): void => {
      if (tracing.is(signal)) store.setState({ valueTrace });
    };
    show({ phase: 'loading', finding });
    try {
      const trace = await traceOf(finding, from, view, signal);
      if (trace) show({ phase: 'ready', finding, trace });
      else show({ phase: 'failed', finding, message: 'This run cannot be shown step by step.' });
    } catch (error) {
      if (error instanceof Cancelled || signal.aborted) return;
      show({ phase: 'failed', finding, message: messageOf(error) });
    }
  }

  async function traceOf(
    finding: Finding,
    { posed, ways }: Asked,
    { verification: known }: VerificationView,
    signal: AbortSignal,
  ): Promise<ValueTrace | undefined> {
    const found = ways.get(finding);
    if (found) return found.checker.trace(found.way, signal);
    const at = known?.configurations.findIndex(({ findings }) => findings.includes(finding)) ?? -1;
    const program = posed.programs[at];
    const { constants } = derivation() ?? {};
    if (!program || !constants) return undefined;
    // It was seen when the items ran one after the other. SPIN finds its own way to it, which it can replay.
    const checker = new ValueChecker(toolchain(), { memoryMB: tools.memoryMB() });
    const of = { ...constants, size: sizeOf() };
    const report = await checker.check([program], { level: 'regions', constants: of, signal });
    const [verdict] = report.ok ? report.verdicts : [];
    return verdict?.found && checker.trace(verdict.found.way, signal);
  }

  store.subscribe(({ settings, derived }, before) => {
    const { kernelText, verifiedSize } = settings;
    const isOther =
      kernelText !== before.settings.kernelText ||
      verifiedSize !== before.settings.verifiedSize ||
      derived.kernelName !== before.derived.kernelName;
    if (isOther) void soon();
  });

  return {
    /** Asks SPIN as well. */
    verify: () => begin(true),
    cancel: () => job.cancel(),
    showFinding,
    closeTrace,
  };
}
