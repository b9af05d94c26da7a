import { poseValues, type PosedValues, ValueChecker } from '../../checker/index.ts';
import { Latest } from '../../base/latest.ts';
import { lazy } from '../../base/lazy.ts';
import type { KernelParser } from '../../kernel/index.ts';
import type { SessionTools } from '../environment.ts';
import { SideJob } from './side-job.ts';
import { NO_VERIFICATION, verification, type VerificationView } from './verification.ts';

/** Milliseconds without an edit before the work-items are run. */
const PAUSE = 600;
/** The size that values are verified at, unless the user says otherwise: several groups of several items. */
export const USUAL_VERIFIED_SIZE = 16;

/** Verifies values: by running, soon after every edit, and with SPIN when the user asks for it. */
export function createVerifying(tools: SessionTools, parser: () => KernelParser | undefined) {
  const { store, pause, derivation } = tools;
  const runner = lazy(tools.valuesRunner);
  const latest = new Latest();
  const job = new SideJob<VerificationView>(tools, NO_VERIFICATION, (view) =>
    store.setState({ verification: view }),
  );

  const sizeOf = (): number => store.getState().settings.verifiedSize ?? USUAL_VERIFIED_SIZE;

  function posed(): PosedValues | undefined {
    const [reader, { constants, text } = {}] = [parser(), derivation()];
    if (!reader || !constants || text === undefined) return undefined;
    const { kernelName } = store.getState().derived;
    return poseValues(reader, text, {
      kernelName,
      constants: { ...constants, size: sizeOf() },
      given: {},
    });
  }

  function begin(searched: boolean): void {
    latest.leave();
    const problem = posed();
    if (!problem) return job.forget();
    const kernel = store.getState().derived.kernelName ?? '';
    const begun = { size: sizeOf(), kernel, searched };
    void job.start(begun, ({ toolchain, memoryMB, signal }) =>
      verification(problem, {
        signal,
        run: (program) => runner().check(program, signal),
        search: searched
          ? (programs, call) => new ValueChecker(toolchain, { memoryMB }).check(programs, call)
          : undefined,
      }),
    );
  }

  async function soon(): Promise<void> {
    const signal = latest.start();
    job.forget();
    await pause(PAUSE, signal);
    if (!signal.aborted) begin(false);
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
  };
}
