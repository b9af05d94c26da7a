import { evaluate, ExprError } from '../kernel/expr.ts';
import type { Kernel } from '../kernel/ir.ts';
import type { Constants } from '../platform/index.ts';
import type { Folding } from './folding.ts';
import type { Semantics } from './profile.ts';

/** How many processes of the platform those of a model stand for, in one configuration. */
export interface StandsFor {
  readonly devices: number;
  readonly units: number;
  /** Of a unit, by the number of the element in there; none where each is itself. */
  readonly elements: readonly number[];
  /** How many of the units have one group fewer than the one that is run, and how many groups that has. */
  readonly fewer: number;
  readonly rounds: number;
  /** Whether an element stands for others that have nothing to do in the tail (see `Reduction`). */
  readonly tail: boolean;
}

interface Folded {
  readonly kernel: Kernel;
  readonly semantics: Semantics;
  readonly folding: Folding;
  readonly isReduction: boolean;
}

const THEMSELVES: StandsFor = {
  devices: 1,
  units: 1,
  elements: [],
  fewer: 0,
  rounds: 1,
  tail: false,
};

/** What stands for what in a valid configuration; in any other, every process is itself. */
export function standsFor(
  folded: Folded,
  values: Readonly<Record<string, number>>,
  constants: Constants,
): StandsFor {
  try {
    return counted(folded, values, constants);
  } catch (error) {
    if (error instanceof ExprError) return THEMSELVES;
    throw error;
  }
}

function counted(
  { kernel, semantics, folding, isReduction }: Folded,
  values: Readonly<Record<string, number>>,
  constants: Constants,
): StandsFor {
  const environment = { ...constants, ...values };
  const { ND, NU, NP, size } = constants;
  const group = evaluate(kernel.localSize, environment);
  if (group < 1) return THEMSELVES;
  if (semantics === 'published') {
    const elements = folding.elements ? [Math.min(group, NP)] : [];
    // The groups of a reduction run one after the other on one unit.
    if (isReduction) return { ...THEMSELVES, elements, tail: folding.elements };
    // At every level one unit stands for all that have groups, whatever remainders they have.
    const groups = Math.max(1, Math.floor(size / group));
    const [devices, units] = [Math.min(groups, ND), Math.min(groups, ND * NU)];
    return { ...THEMSELVES, devices, units, elements };
  }
  const [more, each] = [group % NP, Math.floor(group / NP)];
  // As the elements that are run: first those with an item more, where there are others.
  const kinds = each === 0 ? [group] : more === 0 ? [NP] : [more, NP - more];
  const elements = folding.elements ? kinds : [];
  if (!folding.units) return { ...THEMSELVES, elements };
  const groups = Math.max(1, evaluate(kernel.items, environment) / group);
  const units = Math.min(groups, ND * NU);
  const rounds = Math.ceil(groups / units);
  const devices = Math.ceil(units / NU);
  return { devices, units, elements, rounds, fewer: rounds * units - groups, tail: false };
}
