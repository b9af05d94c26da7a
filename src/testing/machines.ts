import { machineOf } from '../device/machines.ts';

/** A GPU whose compiler predicates guards. */
export const PREDICATING = machineOf('a100').machine;

/** A GPU whose compiler branches around guards. */
export const BRANCHING = machineOf('mi250x').machine;
