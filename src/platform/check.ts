import { CONSTANTS, type ConstantName, type Constants } from '../base/constants.ts';

/** A constant that is out of its range, in words for the field it stands in. */
export interface ConstantProblem {
  readonly name: ConstantName;
  readonly message: string;
}

/** Checks each constant on its own; an empty list means that all are in range. */
export function checkConstants(constants: Constants): ConstantProblem[] {
  return CONSTANTS.flatMap(({ name, least, most, unit }) => {
    const value = constants[name];
    if (!Number.isInteger(value))
      return { name, message: `${name} must be a whole number of ${unit}` };
    if (value >= least && value <= most) return [];
    return { name, message: `${name} must be from ${least} to ${most} ${unit}; it is ${value}` };
  });
}
