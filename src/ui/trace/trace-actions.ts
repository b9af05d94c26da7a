import type { Action } from '../shared/action.ts';
import type { IconName } from '../shared/icons.tsx';
import { traceState } from './trace-state.ts';

/** Playback is there always, so these are done to nothing but it. */
export interface TraceAction extends Action {
  readonly icon: IconName;
  readonly run: () => void;
  readonly isEnabled: () => boolean;
}

const last = (): number => (traceState().layout?.stops.length ?? 0) - 1;
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
  run: () => traceState().setPlaying(!traceState().playing),
  isEnabled: hasSteps,
};

export const STEPS = ways(
  'Step back, step forward',
  (direction) => traceState().advance(direction),
  ['back', 'Step back', 'ArrowLeft'],
  ['forward', 'Step forward', 'ArrowRight'],
  (direction) => (direction < 0 ? traceState().position > 0 : traceState().position < last()),
);

export const ENDS = ways(
  'First step, last step',
  (direction) => traceState().seek(direction < 0 ? 0 : last()),
  ['first', 'First step', 'Home'],
  ['last', 'Last step', 'End'],
);

const MESSAGES = ways(
  'Message before, next message of this process',
  (direction) => traceState().advanceInProcess(direction),
  ['messageBack', 'Message before of this process', 'Shift+ArrowLeft'],
  ['message', 'Next message of this process', 'Shift+ArrowRight'],
);

const BARRIERS = ways(
  'Barrier before, next barrier',
  (direction) => traceState().advanceToBarrier(direction),
  ['barrierBack', 'Barrier before', '['],
  ['barrier', 'Next barrier', ']'],
);

const TICKS = ways(
  'Tick before, next tick',
  (direction) => traceState().advanceToTick(direction),
  ['tickBack', 'Tick before', ','],
  ['tick', 'Next tick', '.'],
);

/** Jumps over steps, in the order of their buttons. */
export const JUMPS = [...BARRIERS, ...TICKS, ...MESSAGES];

/** Everything that moves the cursor of the counterexample, as palette and help list it. */
export const TRACE_ACTIONS = [PLAY, ...STEPS, ...MESSAGES, ...BARRIERS, ...TICKS, ...ENDS];
