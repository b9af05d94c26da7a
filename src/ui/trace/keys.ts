import { playback } from './playback.ts';

/** The keys of the counterexample, as the help lists them. */
export const TRACE_KEYS: readonly { readonly keys: readonly string[]; readonly does: string }[] = [
  { keys: ['Space'], does: 'Play and pause the counterexample' },
  { keys: ['←', '→'], does: 'Step back, step forward' },
  { keys: ['Shift', '←', '→'], does: 'Message before, next message of this process' },
  { keys: ['[', ']'], does: 'Barrier before, next barrier' },
  { keys: [',', '.'], does: 'Tick before, next tick' },
  { keys: ['Home', 'End'], does: 'First step, last step' },
  {
    keys: ['W', 'S', 'A', 'D'],
    does: 'In the chart over time: zoom in and out, move; 0 shows all',
  },
];

/** Does what a key means for the counterexample, and says whether it meant anything. */
export function traceKey(key: string, shift: boolean): boolean {
  const cursor = playback();
  const { layout, playing } = cursor;
  if (!layout) return false;
  const actions: Readonly<Record<string, () => void>> = {
    ' ': () => cursor.setPlaying(!playing),
    ArrowLeft: () => (shift ? cursor.advanceInProcess(-1) : cursor.advance(-1)),
    ArrowRight: () => (shift ? cursor.advanceInProcess(1) : cursor.advance(1)),
    '[': () => cursor.advanceToBarrier(-1),
    ']': () => cursor.advanceToBarrier(1),
    ',': () => cursor.advanceToTick(-1),
    '.': () => cursor.advanceToTick(1),
    Home: () => cursor.seek(0),
    End: () => cursor.seek(layout.stops.length - 1),
  };
  const action = actions[key];
  action?.();
  return action !== undefined;
}
