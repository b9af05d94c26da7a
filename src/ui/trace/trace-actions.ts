import type { Action } from '../shared/action.ts';
import type { IconName } from '../shared/icons.tsx';
import { canMove, lastStop, moves, setPlaying } from './moves.ts';
import { foldBack, unfoldHere } from './unfolding.ts';
import { traceStore, useTraceView } from './trace-state.ts';

/** Playback is there always, so these are done to nothing but it. */
export interface TraceAction extends Action {
  readonly icon: IconName;
  readonly run: () => void;
  readonly isEnabled: () => boolean;
}

const hasSteps = (): boolean => lastStop() >= 0;

const hasTime = (): boolean => hasSteps() && traceStore.getState().layout?.run.timed !== undefined;

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
      id: `trace-${icon}`,
      group: 'The run',
      icon,
      label,
      keys: [key],
      help,
      run: () => move(direction),
      isEnabled: () => canMove(direction),
    };
  };
  return [way(-1), way(1)];
}

export const PLAY: TraceAction = {
  id: 'trace-play',
  group: 'The run',
  icon: 'play',
  label: 'Play',
  labelOn: () => 'Play and pause',
  keys: ['Space'],
  help: 'Play and pause the run',
  run: () => setPlaying(!traceStore.getState().playing),
  isEnabled: hasSteps,
};

export const STEPS = ways(
  'Step back, step forward',
  moves.advance,
  ['back', 'Step back', 'ArrowLeft'],
  ['forward', 'Step forward', 'ArrowRight'],
  canMove,
);

export const ENDS = ways(
  'First step, last step',
  (direction) => moves.seek(direction < 0 ? 0 : lastStop()),
  ['first', 'First step', 'Home'],
  ['last', 'Last step', 'End'],
);

const MESSAGES = ways(
  'Message before, next message of this process',
  moves.advanceInProcess,
  ['messageBack', 'Message before of this process', 'Shift+ArrowLeft'],
  ['message', 'Next message of this process', 'Shift+ArrowRight'],
);

const BARRIERS = ways(
  'Barrier before, next barrier',
  moves.advanceToBarrier,
  ['barrierBack', 'Barrier before', '['],
  ['barrier', 'Next barrier', ']'],
  hasTime,
);

const TICKS = ways(
  'Tick before, next tick',
  moves.advanceToTick,
  ['tickBack', 'Tick before', ','],
  ['tick', 'Next tick', '.'],
  hasTime,
);

/** Jumps over steps, in the order of their buttons; the first of them need model time. */
export const TIME_JUMPS = [...BARRIERS, ...TICKS];
export const JUMPS = MESSAGES;

/** Words say what happens; what the model says stands below them for those who want it. */
export const PROMELA: TraceAction = {
  id: 'trace-promela',
  group: 'The run',
  icon: 'code',
  label: 'Show the Promela below the words',
  keys: ['P'],
  help: 'Show or hide the Promela below the words of the run',
  run: () => useTraceView.setState(({ promela = false }) => ({ promela: !promela })),
  isEnabled: () => true,
};

/** Between two places of the cursor. */
const MEASURE: Action & { readonly run: () => void } = {
  id: 'trace-measure',
  group: 'The run',
  label: 'Measure time from the cursor on, or no more',
  keys: ['M'],
  help: 'Measure time from the cursor on, or no more',
  run() {
    const { mark, layout, event } = traceStore.getState();
    moves.mark(mark === null ? (layout?.run.columns.tick[event] ?? null) : null);
  },
  isEnabled: hasTime,
};

/** Shows one of the repetitions that the model multiplied. */
const UNFOLD: Action & { readonly run: () => void } = {
  id: 'trace-unfold',
  group: 'The run',
  label: 'Unfold one of what is more of the same, or fold it back',
  keys: ['U'],
  help: 'Unfold one of what is more of the same at the cursor, or fold it back',
  run: () => {
    if (!unfoldHere()) foldBack();
  },
  isEnabled: hasTime,
};

/** Everything that is done with the run, as palette and help list it. */
export const TRACE_ACTIONS = [
  PLAY,
  ...STEPS,
  ...MESSAGES,
  ...BARRIERS,
  ...TICKS,
  ...ENDS,
  PROMELA,
  MEASURE,
  UNFOLD,
];
