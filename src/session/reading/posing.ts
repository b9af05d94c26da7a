import { Latest } from '../../base/latest.ts';
import type { Problem } from '../../checker/index.ts';
import { type Derivation, derive, unread } from '../derive.ts';
import type { SessionEnvironment } from '../environment.ts';
import type { Settings } from '../kept/settings.ts';
import type { Store } from '../state.ts';
import type { Reading } from './reading.ts';
import type { ReadingProgress, Reads } from './text-reader.ts';

export const BEING_READ = 'The kernel is being read.';
const CANCELLED = 'The kernel has not been read: that was cancelled. Have it read, or shorten it.';

/** Works out what follows from the settings as they change: at once, or of a long text once it has been read beside the
 * page.
 * @param onSettled something else follows now.
 * @param onRead what follows from a long text has come. */
export function createPosing(
  {
    store,
    exampleText,
    pause,
  }: { readonly store: Store } & Pick<SessionEnvironment, 'exampleText' | 'pause'>,
  onSettled: (derivation: Derivation) => void,
  onRead: () => void,
) {
  const latest = new Latest();
  let reading: Reading | undefined;
  let derivation: Derivation | undefined;
  let beside: Promise<void> | undefined;
  const settings = (): Settings => store.getState().settings;
  const derived = (now: Settings, reads: Reads): Derivation => derive(now, reads, exampleText);

  function settle(found: Derivation): void {
    derivation = found;
    store.setState({ derived: found.derived, reading: undefined });
    onSettled(found);
  }

  /** Works out what follows now. */
  function update(): void {
    latest.leave();
    reading?.leave();
    beside = undefined;
    const reads = reading?.at(settings());
    if (reads) settle(derived(settings(), reads));
    else if (reading) readKernel();
  }

  function readKernel(): void {
    if (!reading) return;
    derivation = undefined;
    const { isUnread: _, ...before } = store.getState().derived;
    store.setState({ derived: { ...before, isReading: true, obstacle: BEING_READ } });
    beside = readBeside(reading, latest.start());
  }

  async function readBeside(long: Reading, signal: AbortSignal): Promise<void> {
    const now = settings();
    const lines = now.kernelText.split('\n').length;
    const onProgress = (progress: ReadingProgress): void =>
      store.setState({ reading: { ...progress, lines } });
    // Without a worker it is read here, and everybody waits.
    const isKnown = await long.wait(now, onProgress).catch(() => true);
    // Taking in what was read, working out what follows and showing it each has its turn, so that nobody waits for all.
    if (isKnown) await pause(0, signal);
    if (!isKnown || !latest.is(signal)) return;
    const found = derived(now, long.now(now));
    await pause(0, signal);
    if (!latest.is(signal)) return;
    settle(found);
    onRead();
  }

  return {
    reading: () => reading,
    derivation: () => derivation,
    update,
    /** From now on texts can be read. */
    begin(readsTexts: Reading): void {
      reading = readsTexts;
    },
    /** Once what follows from the settings is there, or is not waited for any more. */
    settled: (): Promise<void> => beside ?? Promise.resolve(),
    /** The problem that other settings of the same text pose; none while nothing is known of the text. */
    problemOf(posed: Settings): Problem | undefined {
      const { isReading, isUnread } = store.getState().derived;
      if (!reading || isReading || isUnread) return undefined;
      return derive(posed, reading.now(posed)).problem;
    },
    /** The same; none either where the text would have to be read anew, which takes long. */
    problemAtOnce(posed: Settings): Problem | undefined {
      const { isReading, isUnread } = store.getState().derived;
      const reads = isReading || isUnread ? undefined : reading?.at(posed);
      return reads && derive(posed, reads).problem;
    },
    commands: {
      /** Has the text read that it was cancelled for. */
      readKernel(): void {
        if (store.getState().derived.isUnread) readKernel();
      },
      /** Ends the reading of a long text: nothing is known of it then. */
      cancelReading(): void {
        if (!store.getState().derived.isReading) return;
        latest.leave();
        reading?.leave();
        store.setState({ derived: { ...unread(CANCELLED), isUnread: true }, reading: undefined });
      },
    },
  };
}
