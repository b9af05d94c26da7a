import { create } from 'zustand';
import type { Seal } from '../../lessons/index.ts';
import type { SteeringView } from '../../session/jobs/steering-view.ts';
import type { GivenInputs } from '../../values/index.ts';
import { useIsTaught } from './opened-lessons.ts';

/** Inputs that are left out stay as they were chosen. */
export type Steer = (
  choices: readonly number[],
  given?: GivenInputs,
) => Promise<SteeringView | undefined>;

/** Views hidden while a task waits for its answer. */
interface Sealed {
  readonly seal: Seal | null;
  readonly onSteer: Steer | null;
}

const OPEN: Sealed = { seal: null, onSteer: null };

export const useSealed = create<Sealed>()(() => OPEN);

export const unseal = (): void => useSealed.setState(OPEN);

/** Only while its lesson is beside the workbench. */
export function useSeal(): Sealed['seal'] {
  const isTaught = useIsTaught();
  const { seal } = useSealed();
  return isTaught ? seal : null;
}
