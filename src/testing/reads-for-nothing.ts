import { UNWRITTEN_MEMORY, type Verdict } from '../values/index.ts';

/** It reads local memory that nobody has written, and nothing comes of it: SPIN and g++ end there. */
export const readsForNothing = (verdict: Pick<Verdict, 'notChecked'> | undefined): boolean =>
  verdict?.notChecked.some(({ what }) => what === UNWRITTEN_MEMORY) === true;
