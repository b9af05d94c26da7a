import { Latest } from '../../base/latest.ts';
import type { Problem } from '../../checker/index.ts';
import { type Derivation, derive, unread } from '../derive.ts';
import type { SessionEnvironment } from '../environment.ts';
import type { Settings } from '../kept/settings.ts';
import { besides, type Notice } from '../notice.ts';
import type { Store } from '../state.ts';
import type { Reading } from './reading.ts';
import type { ReadingProgress, Reads } from './text-reader.ts';

export const BEING_READ = 'The kernel is being read.';
const CANCELLED = 'The kernel has not been read: that was cancelled. Have it read, or shorten it.';

export type Posing = ReturnType<typeof createPosing>;

/** Derives from the settings: at once, or after reading a long text. */
export function createPosing({
  store,
  exampleText,
  pause,
}: { readonly store: Store } & Pick<SessionEnvironment, 'exampleText' | 'pause'>) {
  const latest = new Latest();
  const listeners: (() => void)[] = [];
  let reading: Reading | undefined;
  let derivation: Derivation | undefined;
  let beside: Promise<void> | undefined;
  const settings = (): Settings => store.getState().settings;
  const derived = (now: Settings, reads: Reads): Derivation => derive(now, reads, exampleText);

  function settle(found: Derivation): void {
    derivation = found;
    store.setState({ derived: found.derived, reading: undefined });
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
    // Without a worker the page reads, and everybody waits.
    const isKnown = await long.wait(now, onProgress).catch(() => true);
    // Receiving, deriving and showing take separate turns, against one long wait.
    if (isKnown) await pause(0, signal);
    if (!isKnown || !latest.is(signal)) return;
    const found = derived(now, long.now(now));
    await pause(0, signal);
    if (!latest.is(signal)) return;
    settle(found);
    for (const hear of listeners) hear();
  }

  return {
    reading: () => reading,
    derivation: () => derivation,
    update,
    /** Takes settings as the page's. */
    pose(after: Settings, notice: Notice | null = besides(settings(), after) ?? null): void {
      store.setState({ settings: after, notice: notice ?? undefined });
      update();
    },
    /** A long text has been read. */
    onRead: (hear: () => void) => void listeners.push(hear),
    /** From now on texts can be read. */
    begin(readsTexts: Reading): void {
      reading = readsTexts;
    },
    /** Resolves when the derivation is there, or given up. */
    settled: (): Promise<void> => beside ?? Promise.resolve(),
    /** The same text's problem with other settings; none while unread. */
    problemOf(posed: Settings): Problem | undefined {
      const { isReading, isUnread } = store.getState().derived;
      if (!reading || isReading || isUnread) return undefined;
      return derive(posed, reading.now(posed)).problem;
    },
    /** None either where it takes a new, long reading. */
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
      /** Gives up a long text: nothing is known of it then. */
      cancelReading(): void {
        if (!store.getState().derived.isReading) return;
        latest.leave();
        reading?.leave();
        store.setState({ derived: { ...unread(CANCELLED), isUnread: true }, reading: undefined });
      },
    },
  };
}
