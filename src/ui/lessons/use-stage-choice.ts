import { useMemo } from 'react';
import type { SteeringView } from '../../session/jobs/steering-view.ts';
import type { Choice } from '../stage/choice.ts';
import type { Steer } from './seal.ts';

/** The order of a steered run, chosen on the stage. */
export function useStageChoice(steer: Steer, view: SteeringView): Choice {
  const { choices, given, run, phase } = view;
  return useMemo(() => {
    const able = run?.ready ?? [];
    const ready = able.map(({ number }) => number);
    return {
      ready,
      together: able.filter(({ group }) => group === able[0]?.group).map(({ number }) => number),
      isBusy: phase === 'running',
      canGoBack: choices.length > 0,
      onChoose: (items) => void steer([...choices, ...items]),
      onBack: () => void steer(choices.slice(0, -1)),
      onRestart: () => void steer([]),
      onRandom: () => void atRandom(choices, ready, steer),
      inputs: run?.inputs ?? [],
      onInput(name, cell, value) {
        const row = [...(given?.[name] ?? [])];
        row[cell] = value;
        // The same order, with other values.
        void steer(choices, { ...given, [name]: Array.from(row) });
      },
    };
  }, [steer, choices, given, run, phase]);
}

/** One choice after another, to the end. */
async function atRandom(
  choices: readonly number[],
  ready: readonly number[],
  steer: Steer,
): Promise<void> {
  let [taken, can] = [choices, ready];
  while (can.length > 0) {
    const next = can[Math.floor(Math.random() * can.length)];
    if (next === undefined) return;
    taken = [...taken, next];
    const steered = await steer(taken);
    can = (steered?.run?.ready ?? []).map(({ number }) => number);
  }
}
