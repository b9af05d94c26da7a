import { useMemo } from 'react';
import type { ItemState, Stage, StageState } from '../../trace/index.ts';
import { moves, setPlaying } from '../trace/moves.ts';
import type { Choice } from './choice.ts';

/** The button of an item. */
export interface StepButton {
  readonly canStep: boolean;
  readonly onStep: () => void;
}

export const STATUS_WORDS: Readonly<Record<ItemState['status'], string>> = {
  ready: 'waits its turn',
  waits: 'waits',
  ended: 'done',
  stopped: 'stops here',
};

/** `1 of 2 at the gate` */
export function gateInWords({ gates }: StageState, { status, line }: ItemState): string {
  const gate = gates.find((each) => each.line === line && status === 'waits') ?? gates[0];
  return gate ? `${gate.waiting} of ${gate.of} at the gate` : '';
}

/** The cursor at a step's end; the run's event 0 is its beginning. */
function seekStep({ steps }: Stage, step: number): void {
  setPlaying(false);
  moves.seekEvent(step < 0 ? 0 : (steps[Math.min(step, steps.length - 1)]?.last ?? -1) + 1);
}

/** Moves of the stage by whole steps: an access with what it sets. */
export interface StageMoves {
  readonly canGoBack: boolean;
  readonly canGoOn: boolean;
  readonly back: () => void;
  readonly on: () => void;
  readonly first: () => void;
  /** To the next step of an item. */
  readonly buttons: readonly StepButton[];
  readonly isChosen: boolean;
}

/** @param at the event at the cursor. */
export function useStageMoves(stage: Stage, at: number, choice: Choice | undefined): StageMoves {
  const { steps, stepOf, items } = stage;
  const step = at < 0 ? -1 : (stepOf[at] ?? -1);
  const isWhole = step < 0 || steps[step]?.last === at;
  const isAtEnd = step >= steps.length - 1 && isWhole;
  const chosen = useMemo(
    () =>
      choice &&
      items.map(({ item }) => ({
        canStep: choice.ready.includes(item) && !choice.isBusy,
        onStep: () => choice.onChoose([item]),
      })),
    [choice, items],
  );
  const next = isWhole ? step + 1 : step;
  const replayed = useMemo(
    () =>
      items.map((_, column) => {
        const found = steps.findIndex((each, place) => place >= next && each.column === column);
        return { canStep: found >= 0, onStep: () => seekStep(stage, found) };
      }),
    [stage, items, steps, next],
  );
  // In what has been run already, an order is gone along and not chosen anew.
  const isChosen = chosen !== undefined && isAtEnd;
  return {
    canGoBack: at >= 0,
    canGoOn: !isAtEnd,
    back: () => seekStep(stage, step - 1),
    on: () => seekStep(stage, next),
    first: () => seekStep(stage, -1),
    buttons: isChosen ? chosen : replayed,
    isChosen,
  };
}
