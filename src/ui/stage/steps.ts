import { useMemo } from 'react';
import { type ItemState, type Stage, stepAt, type StageState } from '../../trace/index.ts';
import { moves, setPlaying } from '../trace/moves.ts';
import { traceStore } from '../trace/trace-state.ts';
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
  if (!gate) return '';
  const whose = gate.whose === undefined ? '' : ` of ${gate.whose}`;
  return `${gate.waiting} of ${gate.of}${whose} at the gate`;
}

/** The cursor at a step's end, or at the run's beginning. */
function seekStep({ steps }: Stage, step: number): void {
  setPlaying(false);
  moves.seekEvent(step < 0 ? 0 : steps[Math.min(step, steps.length - 1)]?.event);
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

/** Steps of each column, in order. */
const stepsByColumn = ({ items, steps }: Stage): readonly (readonly number[])[] => {
  const all: number[][] = items.map(() => []);
  for (const [at, { column }] of steps.entries()) all[column]?.push(at);
  return all;
};

/** @param event at the cursor. */
export function useStageMoves(stage: Stage, event: number, choice: Choice | undefined): StageMoves {
  const { steps, items } = stage;
  // Within a step, that one comes next.
  const next = stepAt(stage, event) + 1;
  const isAtEnd = next >= steps.length;
  const chosen = useMemo(
    () =>
      choice &&
      items.map(({ number }) => ({
        canStep: choice.ready.includes(number) && !choice.isBusy,
        onStep: () => choice.onChoose([number]),
      })),
    [choice, items],
  );
  // The same functions all along the run, so that a column whose item rests is not drawn again.
  const columns = useMemo(
    () =>
      stepsByColumn(stage).map((own) => ({
        last: own.at(-1) ?? -1,
        onStep: () => {
          const from = stepAt(stage, traceStore.getState().event) + 1;
          const found = own.find((each) => each >= from);
          if (found !== undefined) seekStep(stage, found);
        },
      })),
    [stage],
  );
  // In what has been run already, an order is gone along and not chosen anew.
  const isChosen = chosen !== undefined && isAtEnd;
  return {
    canGoBack: event > 0,
    canGoOn: !isAtEnd,
    back: () => seekStep(stage, stepAt(stage, event - 1)),
    on: () => seekStep(stage, next),
    first: () => seekStep(stage, -1),
    buttons: isChosen
      ? chosen
      : columns.map(({ last, onStep }) => ({ canStep: last >= next, onStep })),
    isChosen,
  };
}
