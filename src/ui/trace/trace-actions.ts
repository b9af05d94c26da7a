import type { Action, KeyHelp } from '../shared/action.ts';
import type { IconName } from '../shared/icons.tsx';
import { playback } from './playback.ts';

/** Playback is there always, so these are done to nothing but it. */
export interface TraceAction extends Action {
  readonly icon: IconName;
  readonly run: () => void;
  readonly isEnabled: () => boolean;
}

const last = (): number => (playback().layout?.stops.length ?? 0) - 1;
const hasSteps = (): boolean => last() >= 0;

/** Two ways, back and on, that share a line of the help: an icon, a label and a key each. */
function ways(
  help: string,
  move: (direction: 1 | -1) => void,
  back: readonly [IconName, label: string, key: string],
  on: readonly [IconName, label: string, key: string],
  canMove: (direction: 1 | -1) => boolean = hasSteps,
): readonly [TraceAction, TraceAction] {
  const way = (direction: 1 | -1): TraceAction => {
    const [icon, label, key] = direction < 0 ? back : on;
    return {
      ...{ id: `trace-${icon}`, group: 'Counterexample', icon, label, keys: [key], help },
      run: () => move(direction),
      isEnabled: () => canMove(direction),
    };
  };
  return [way(-1), way(1)];
}

export const PLAY: TraceAction = {
  id: 'trace-play',
  group: 'Counterexample',
  icon: 'play',
  label: 'Play',
  keys: ['Space'],
  help: 'Play and pause the counterexample',
  run: () => playback().setPlaying(!playback().playing),
  isEnabled: hasSteps,
};

export const STEPS = ways(
  'Step back, step forward',
  (direction) => playback().advance(direction),
  ['back', 'Step back', 'ArrowLeft'],
  ['forward', 'Step forward', 'ArrowRight'],
  (direction) => (direction < 0 ? playback().position > 0 : playback().position < last()),
);

export const ENDS = ways(
  'First step, last step',
  (direction) => playback().seek(direction < 0 ? 0 : last()),
  ['first', 'First step', 'Home'],
  ['last', 'Last step', 'End'],
);

const MESSAGES = ways(
  'Message before, next message of this process',
  (direction) => playback().advanceInProcess(direction),
  ['messageBack', 'Message before of this process', 'Shift+ArrowLeft'],
  ['message', 'Next message of this process', 'Shift+ArrowRight'],
);

const BARRIERS = ways(
  'Barrier before, next barrier',
  (direction) => playback().advanceToBarrier(direction),
  ['barrierBack', 'Barrier before', '['],
  ['barrier', 'Next barrier', ']'],
);

const TICKS = ways(
  'Tick before, next tick',
  (direction) => playback().advanceToTick(direction),
  ['tickBack', 'Tick before', ','],
  ['tick', 'Next tick', '.'],
);

/** Jumps over steps, in the order of their buttons. */
export const JUMPS = [...BARRIERS, ...TICKS, ...MESSAGES];

/** Everything that moves the cursor of the counterexample, as palette and help list it. */
export const TRACE_ACTIONS = [PLAY, ...STEPS, ...MESSAGES, ...BARRIERS, ...TICKS, ...ENDS];

/** Keys of the chart over time alone. */
export const TIME_KEYS: readonly KeyHelp[] = ['W', 'S', 'A', 'D'].map((key) => ({
  keys: [key],
  help: 'In the chart over time: zoom in and out, move; 0 shows all',
}));
