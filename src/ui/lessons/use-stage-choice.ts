import { useMemo } from 'react';
import type { SteeringView } from '../../session/jobs/steering-view.ts';
import type { Session } from '../../session/core.ts';
import type { Choice } from '../stage/choice.ts';

/** The order of a steered run, chosen on the stage. */
export function useStageChoice(
  { commands }: Pick<Session, 'commands'>,
  { choices, run, phase }: SteeringView,
): Choice {
  return useMemo(() => {
    const ready = (run?.ready ?? []).map(({ item }) => item);
    const steer = (all: readonly number[]) => commands.steer({}, all);
    return {
      ready,
      isBusy: phase === 'running',
      canGoBack: choices.length > 0,
      onChoose: (items) => void steer([...choices, ...items]),
      onBack: () => void steer(choices.slice(0, -1)),
      onRestart: () => void steer([]),
      onRandom: () => void atRandom(choices, ready, steer),
    };
  }, [commands, choices, run, phase]);
}

type Steered = SteeringView | undefined;

/** One choice after another, to the end. */
async function atRandom(
  choices: readonly number[],
  ready: readonly number[],
  steer: (all: readonly number[]) => Promise<Steered>,
): Promise<void> {
  let [taken, can] = [choices, ready];
  while (can.length > 0) {
    const next = can[Math.floor(Math.random() * can.length)];
    if (next === undefined) return;
    taken = [...taken, next];
    const steered = await steer(taken);
    can = (steered?.run?.ready ?? []).map(({ item }) => item);
  }
}
