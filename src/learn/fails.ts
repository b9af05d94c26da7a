import type { Observation } from './candidates.ts';
import { isTimed } from './candidates.ts';
import type { Features } from './features.ts';

/** A candidate's chance to fail before anything has. */
const USUALLY = 0.05;

/** Likeness falls to 1/e where one feature differs by this much of its range. */
const NEAR = 0.3;

/** Observations of equal candidates that outweigh the usual chance. */
const WEIGHT = 3;

/** The chance of each row to fail, by those near it; 0 while none has. */
export function chancesToFail(
  features: Features,
  observations: readonly Observation[],
): Float64Array {
  const { rows, width, at } = features;
  const chances = new Float64Array(rows);
  if (observations.every(isTimed)) return chances;
  return chances.map((_, row) => {
    let [failed, all] = [USUALLY, 1];
    for (const observation of observations) {
      let squared = 0;
      for (let place = 0; place < width; place += 1) {
        const apart = (at[row * width + place] ?? 0) - (at[observation.row * width + place] ?? 0);
        squared += apart * apart;
      }
      const likeness = WEIGHT * Math.exp(-squared / NEAR ** 2);
      all += likeness;
      if (!isTimed(observation)) failed += likeness;
    }
    return failed / all;
  });
}
