import { Latest } from '../../base/latest.ts';
import { lazy } from '../../base/lazy.ts';
import type { About, LaunchChoice, SearchValues, ValueChecker, Way } from '../../checker/index.ts';
import { valuesEngine } from '../../checker/values-on-demand.ts';
import { CONSTANT_NAMES } from '../../platform/index.ts';
import type { Finding, ValueProgram, ValueTrace } from '../../values/index.ts';
import type { SessionTools } from '../tools.ts';
import { verifiedSizeOf } from '../kept/settings.ts';
import { outdatedJob } from '../outdated.ts';
import { questionOf } from '../question.ts';
import { isBrought, trust } from '../workspace/open-document.ts';
import { jobOf } from './job.ts';
import { STEERING } from './steering-view.ts';
import { VALUE_TRACE, VERIFICATION, verification, type VerificationView } from './verification.ts';

/** Milliseconds without an edit before the work-items are run. */
const PAUSE = 600;
/** Steps of one configuration's run: a second or two. */
const STEPS = 5_000_000;

/** Parameters and pragmas may depend on these; verification has its own size. */
const PLATFORM = CONSTANT_NAMES.filter((name) => name !== 'size');

/** The last question. */
interface Asked {
  /** The ways to what SPIN found. */
  readonly ways: Map<Finding, { readonly checker: ValueChecker; readonly way: Way }>;
  /** The runs' findings, by their program and index. */
  readonly seen: Map<Finding, { readonly program: ValueProgram; readonly index: number }>;
  readonly about: About;
}

/** What is known of a finding, which may be told with what it rests on since. */
function likeIn<Known>(
  all: ReadonlyMap<Finding, Known>,
  { kind, message, span }: Finding,
): Known | undefined {
  const entries = [...all];
  return entries.find(
    ([each]) => each.kind === kind && each.message === message && each.span === span,
  )?.[1];
}

/** An answer, and what its findings are shown by. */
interface Kept {
  readonly view: VerificationView;
  readonly asked: Asked;
}

/** Answers that are kept at most. */
const MOST_KEPT = 6;

/** Verifies values: by running after every edit, with SPIN on request. */
export function createVerifying({
  store,
  jobs,
  pause,
  derivation,
  reading,
  valuesRunner,
}: SessionTools) {
  const runner = lazy(valuesRunner);
  const soonest = new Latest();
  let asked: Asked | undefined;
  /** Recent answers, newest first, for when their settings come back. */
  let kept: readonly Kept[] = [];
  const view = (): VerificationView => jobOf(store.getState(), VERIFICATION);
  const sizeOf = (): number => verifiedSizeOf(store.getState().settings);
  const launchOf = (): LaunchChoice => store.getState().settings.launch ?? 'usual';

  /** Known answers to the present question; SPIN's go first. */
  function known(): Kept | undefined {
    const state = store.getState();
    const isOutdated = outdatedJob(VERIFICATION);
    const own = kept.filter(
      ({ view: verified }) =>
        isOutdated({ ...state, jobs: { [VERIFICATION.id]: verified } }) === undefined,
    );
    return own.find(({ view }) => view.searched) ?? own[0];
  }

  /** A run that the user steers stays. */
  function closeFinding(): void {
    if (jobOf(store.getState(), STEERING).phase === 'none') closeTrace();
  }

  async function begin(searched: boolean): Promise<void> {
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
    const now = { ways, seen, about };
    asked = now;
    const launch = launchOf();
    const begun = { size: sizeOf(), kernel, question, launch, searched };
    const ended = await jobs.start(VERIFICATION, begun, async function* (tool) {
      const { signal } = tool;
      const setting = { kernelName: kernel, constants: small, given: {} };
      const posed = await reader.poseQuestion(text, setting, launch, signal);
      const search = async (): Promise<SearchValues> => {
        const { searchValues, ValueChecker } = await valuesEngine();
        const checker = new ValueChecker(tool.toolchain, { memoryMB: tool.memoryMB });
        return searchValues(checker, small, (finding, way) => ways.set(finding, { checker, way }));
      };
      yield* verification(posed, {
        text,
        signal,
        onSaid(said, found) {
          const [way, one] = [ways.get(found), seen.get(found)];
          if (way) ways.set(said, way);
          if (one) seen.set(said, one);
        },
        async run(program) {
          const report = await runner().check(program, about, signal);
          for (const [index, finding] of report.findings.entries())
            seen.set(finding, { program, index });
          return report;
        },
        ...(searched && { search: await search() }),
      });
    });
    if (ended?.phase === 'ended') kept = [{ view: ended, asked: now }, ...kept].slice(0, MOST_KEPT);
  }

  async function soon(): Promise<void> {
    const signal = soonest.start();
    closeFinding();
    const again = known();
    if (again) {
      asked = again.asked;
      return jobs.show(VERIFICATION, again.view);
    }
    // An older answer stays until a newer one.
    if (view().phase !== 'ended') jobs.forget(VERIFICATION);
    await pause(PAUSE, signal);
    if (!signal.aborted && !isBrought(store.getState())) void begin(false);
  }

  const closeTrace = (): void => jobs.forget(VALUE_TRACE);

  function showFinding(index: number): void {
    const finding = view().verification?.findings[index];
    const from = asked;
    if (!finding || !from) return;
    void jobs.start(VALUE_TRACE, { finding }, async function* ({ signal }) {
      const trace = await traceOf(finding, from, signal);
      if (!trace) throw new Error('This run cannot be shown step by step.');
      yield { trace };
    });
  }

  async function traceOf(
    finding: Finding,
    { ways, seen, about }: Asked,
    signal: AbortSignal,
  ): Promise<ValueTrace | undefined> {
    const found = likeIn(ways, finding);
    if (found) return found.checker.trace(found.way, signal);
    // Seen with the items in sequence, so that run is repeated.
    const ran = likeIn(seen, finding);
    return ran && runner().trace(ran.program, ran.index, about, signal);
  }

  store.subscribe(({ settings, derived, document }, before) => {
    const { kernelText, constants } = settings;
    const isOther =
      kernelText !== before.settings.kernelText ||
      PLATFORM.some((name) => constants[name] !== before.settings.constants[name]) ||
      verifiedSizeOf(settings) !== verifiedSizeOf(before.settings) ||
      settings.launch !== before.settings.launch ||
      derived.kernelName !== before.derived.kernelName ||
      derived.isReading !== before.derived.isReading ||
      document.brought !== before.document.brought;
    if (isOther) void soon();
  });

  return {
    /** Asks SPIN as well. */
    verify(): void {
      trust(store);
      const { phase, searched } = view();
      if (phase !== 'running' || !searched) void begin(true);
    },
    commands: { showFinding, closeValueTrace: closeTrace },
  };
}
