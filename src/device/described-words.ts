import { listed } from '../base/words.ts';
import type { Described, Reading } from './described.ts';
import { ALL_MACHINE_FIELDS, type MachineNumber } from './machine-fields.ts';

/** `68 units`, `1.71 GHz` */
export const readingInWords = ({ constant, value }: Reading): string =>
  `${value} ${ALL_MACHINE_FIELDS.find(({ name }) => name === constant)?.unit ?? ''}`;

/** `Clock of the units` */
export const meaningOf = (constant: MachineNumber): string =>
  ALL_MACHINE_FIELDS.find(({ name }) => name === constant)?.meaning ?? constant;

const SHORT: Readonly<Partial<Record<MachineNumber, string>>> = {
  units: 'number of units',
  clock: 'clock',
  bandwidth: 'bandwidth of memory',
  l2Bytes: 'size of the second cache',
};

/** A sentence each on the constants read, the relative behind the rest, and those nobody said. */
export function describedInWords(described: Described): readonly string[] {
  const read = described.readings.map((one) => {
    const words = readingInWords(one);
    return words.endsWith(` ${one.constant}`) ? words : `${one.constant} ${words}`;
  });
  const words = read.length === 0 ? 'no constant was read' : read.join(', ');
  return [`${whichInWords(described)}: ${words}.`, ...restInWords(described)];
}

export const whichInWords = ({ name = 'A GPU without a name', tool }: Described): string =>
  `${name}, by ${tool}`;

/** The same without what was read. */
export function restInWords(described: Described): readonly string[] {
  const { refused, others, missing } = described;
  const { preset } = described.relative;
  const lacking = missing.map((constant) => SHORT[constant] ?? constant);
  return [
    ...refused.map(({ line, problem }) => `Not taken, "${line}": ${problem}.`),
    relativeInWords(described),
    ...(lacking.length === 0
      ? []
      : [
          `Nobody said the ${listed(lacking, lacking.length)}: as of the ${preset.label} ${lacking.length === 1 ? 'it is' : 'they are'} taken.`,
        ]),
    ...(others === 0
      ? []
      : [
          `${others === 1 ? '1 more GPU is' : `${others} more GPUs are`} described there: only the first is taken.`,
        ]),
  ];
}

function relativeInWords({ relative, missing }: Described): string {
  const { preset, by, family } = relative;
  const rest = `The rest is of the ${preset.label}`;
  const alone = missing.includes('units') ? 'the first of all' : 'by the number of units alone';
  switch (by) {
    case 'name':
      return `${rest}, the preset of that name.`;
    case 'family':
      return family?.is === undefined
        ? `${rest}, the nearest of its family, ${family?.name ?? preset.family}.`
        : `${rest}, its nearest relative: this one is of ${family.name}, a family ${family.is} than ${preset.family}, of which there is no preset.`;
    case 'vendor':
      return `${rest}, ${alone}: which family of ${preset.vendor} it is, nobody said.`;
    case 'units':
      return `${rest}, ${alone}: it is of no family that is known here, so little of it may hold.`;
    default:
      return by satisfies never;
  }
}
