import { CONSTANTS, type ConstantName, type Constants } from '../base/constants.ts';

/** A constant that is out of its range, in words for the field it stands in. */
export interface ConstantProblem {
  readonly name: ConstantName;
  readonly message: string;
}

/** Checks each constant on its own; an empty list means that all are in range. */
export function checkConstants(constants: Constants): ConstantProblem[] {
  const problems: ConstantProblem[] = [];
  for (const { name, least, most, unit } of CONSTANTS) {
    const value = constants[name];
    if (!Number.isInteger(value)) {
      problems.push({ name, message: `${name} must be a whole number of ${unit}` });
    } else if (value < least || value > most) {
      problems.push({
        name,
        message: `${name} must be from ${least} to ${most} ${unit}; it is ${value}`,
      });
    }
  }
  return problems;
}
