import { Cancelled } from '../../base/failure.ts';
import { Latest } from '../../base/latest.ts';
import { lazy } from '../../base/lazy.ts';
import { messageOf } from '../../base/message.ts';
import { type About, searchValues, ValueChecker, type Way } from '../../checker/index.ts';
import { CONSTANT_NAMES } from '../../platform/index.ts';
import type { Finding, ValueProgram, ValueTrace } from '../../values/index.ts';
import type { SessionTools } from '../environment.ts';
import type { Reading } from '../reading/reading.ts';
import { verifiedSizeOf } from '../kept/settings.ts';
import { outdated } from '../outdated.ts';
import { questionOf } from '../question.ts';
import { isBrought } from '../workspace/open-document.ts';
import { SideJob } from './side-job.ts';
import {
  NO_VERIFICATION,
  type ValueTraceView,
  verification,
  type VerificationView,
} from './verification.ts';

/** Milliseconds without an edit before the work-items are run. */
const PAUSE = 600;
/** Steps of the run of one configuration: a second or two. */
const STEPS = 5_000_000;

/** The constants that parameters and pragmas may depend on; the size is one of its own. */
const PLATFORM = CONSTANT_NAMES.filter((name) => name !== 'size');

/** What was asked last. */
interface Asked {
  /** The ways to what SPIN found. */
  readonly ways: Map<Finding, { readonly checker: ValueChecker; readonly way: Way }>;
  /** What the runs found: of which program, and which of its findings. */
  readonly seen: Map<Finding, { readonly program: ValueProgram; readonly index: number }>;
  /** What was run with. */
  readonly about: About;
}

/** An answer, and what its findings are shown by. */
interface Kept {
  readonly view: VerificationView;
  readonly asked: Asked;
}

/** Answers that are kept at most. */
const MOST_KEPT = 6;

/** Verifies values: by running, soon after every edit, and with SPIN when the user asks for it. */
export function createVerifying(tools: SessionTools, reading: () => Reading | undefined) {
  const { store, pause, derivation } = tools;
  const runner = lazy(tools.valuesRunner);
  const soonest = new Latest();
  const tracing = new Latest();
  let asked: Asked | undefined;
  /** What was found lately, newest first: it is shown again when the settings come back. */
  let kept: readonly Kept[] = [];
  const job = new SideJob<VerificationView>(tools, NO_VERIFICATION, (view) => {
    store.setState({ verification: view });
    if (view.phase === 'ended' && asked) kept = [{ view, asked }, ...kept].slice(0, MOST_KEPT);
  });

  const sizeOf = (): number => verifiedSizeOf(store.getState().settings);

  /** What was found of what is asked now; what SPIN was asked as well goes first. */
  function known(): Kept | undefined {
    const state = store.getState();
    const own = kept.filter(
      ({ view }) => outdated.verification({ ...state, verification: view }) === undefined,
    );
    return own.find(({ view }) => view.searched) ?? own[0];
  }

  /** What the user steers is no way to a finding, and stays. */
  function closeFinding(): void {
    if (store.getState().steering.phase === 'none') closeTrace();
  }

  function begin(searched: boolean): void {
    soonest.leave();
    closeFinding();
    const [reader, { constants, text } = {}] = [reading(), derivation()];
    if (!reader || !constants || text === undefined) return;
    const kernel = store.getState().derived.kernelName ?? '';
    const question = questionOf(store.getState().settings, kernel);
    const small = { ...constants, size: sizeOf() };
    const ways: Asked['ways'] = new Map();
    const seen: Asked['seen'] = new Map();
    const about = { text, constants: { ...small }, budget: STEPS };
    asked = { ways, seen, about };
    void job.start({ size: sizeOf(), kernel, question, searched }, async function* (tool) {
      const { toolchain, memoryMB, signal } = tool;
      const setting = { kernelName: kernel, constants: small, given: {} };
      const posed = await reader.poseValues(text, setting, signal);
      const checker = new ValueChecker(toolchain, { memoryMB });
      const search = searchValues(checker, small, (finding, way) =>
        ways.set(finding, { checker, way }),
      );
      yield* verification(posed, {
        signal,
        async run(program) {
          const report = await runner().check(program, about, signal);
          for (const [index, finding] of report.findings.entries())
            seen.set(finding, { program, index });
          return report;
        },
        ...(searched && { search }),
      });
    });
  }

  async function soon(): Promise<void> {
    const signal = soonest.start();
    closeFinding();
    const again = known();
    if (again) {
      asked = again.asked;
      return job.show(again.view);
    }
    // What is known of other settings stays until there is something newer.
    if (store.getState().verification.phase !== 'ended') job.forget();
    await pause(PAUSE, signal);
    if (!signal.aborted && !isBrought(store.getState())) begin(false);
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
      const trace = await traceOf(finding, from, signal);
      if (trace) show({ phase: 'ready', finding, trace });
      else show({ phase: 'failed', finding, message: 'This run cannot be shown step by step.' });
    } catch (error) {
      if (error instanceof Cancelled || signal.aborted) return;
      show({ phase: 'failed', finding, message: messageOf(error) });
    }
  }

  async function traceOf(
    finding: Finding,
    { ways, seen, about }: Asked,
    signal: AbortSignal,
  ): Promise<ValueTrace | undefined> {
    const found = ways.get(finding);
    if (found) return found.checker.trace(found.way, signal);
    // It was seen when the items ran one after the other: they run so once more.
    const ran = seen.get(finding);
    return ran && runner().trace(ran.program, ran.index, about, signal);
  }

  store.subscribe(({ settings, derived, document }, before) => {
    const { kernelText, constants } = settings;
    const isOther =
      kernelText !== before.settings.kernelText ||
      PLATFORM.some((name) => constants[name] !== before.settings.constants[name]) ||
      verifiedSizeOf(settings) !== verifiedSizeOf(before.settings) ||
      derived.kernelName !== before.derived.kernelName ||
      derived.isReading !== before.derived.isReading ||
      document.brought !== before.document.brought;
    if (isOther) void soon();
  });

  return {
    /** Asks SPIN as well. */
    verify(): void {
      const { phase, searched } = store.getState().verification;
      if (phase !== 'running' || !searched) begin(true);
    },
    cancel: () => job.cancel(),
    showFinding,
    closeTrace,
  };
}
