import {
  type Beside,
  type Comparison,
  FORMATS,
  type Measured,
  measuredCount,
} from '../../measured/index.ts';
import type { MeasuredView } from '../../session/measured/measured-view.ts';
import { configurationsInWords, count, percent, whole } from '../../base/words.ts';

/** Meanings of a rank correlation, best first. */
const AGREEMENT: readonly (readonly [least: number, words: string])[] = [
  [0.9, 'puts them in almost the same order as the device'],
  [0.7, 'puts them in much the same order as the device'],
  [0.4, 'and the device agree on part of the order'],
  [0.2, 'and the device hardly agree on the order'],
  [-0.2, 'says nothing of the order on the device'],
  [-1, 'puts them in rather the opposite order'],
];

/** A poor ranking is stated as plainly as a good one. */
export function agreementInWords({ rho, tau }: Comparison, points: number): string {
  const of = `Of ${count(points, 'configuration')} with both times`;
  if (rho === undefined || tau === undefined)
    return `${of} all are equal, for the model or for the device: there is no order to compare.`;
  const [, words] = AGREEMENT.find(([least]) => rho >= least) ?? [0, 'says nothing of the order'];
  return `${of}, the model ${words}: rho ${rho.toFixed(2)}, tau ${tau.toFixed(2)}.`;
}

/** The value of the model's first choice. */
export function choiceInWords({ firstChoice, regret }: Comparison): string {
  if (regret < 0.0005) return 'Its first choice is the fastest of all that were measured.';
  return `Its first choice takes ${percent(regret)} longer than the fastest measured (${percent(firstChoice)} of its speed).`;
}

/** A file in one line. */
export function fileInWords({ name = '', data }: MeasuredView): string {
  if (!data) return '';
  const all = data.times.length;
  const failed = all - measuredCount(data);
  const what = [FORMATS[data.format], data.device].filter((word) => word !== undefined).join(', ');
  return `${name} (${what}): ${count(all, 'configuration')}${failed > 0 ? `, ${whole(failed)} failed` : ''}`;
}

/** Why configurations failed, and how many did so, the most frequent first. */
export function failuresOf(data: Measured): readonly (readonly [reason: string, count: number])[] {
  const counts = new Map<string, number>();
  for (const [row, time] of data.times.entries()) {
    if (!Number.isNaN(time)) continue;
    const reason = data.texts[data.reasons[row] ?? 0] ?? '';
    counts.set(reason, (counts.get(reason) ?? 0) + 1);
  }
  return [...counts].sort(([, left], [, right]) => right - left);
}

/** Configurations that only one side has. */
export function oneSidedInWords(beside: Beside): readonly string[] {
  const { onlyMeasured, onlyModelled, ignored } = beside;
  return [
    ...(onlyMeasured.length > 0
      ? [`${count(onlyMeasured.length, 'measured configuration')} without a time of the model.`]
      : []),
    ...(onlyModelled.length > 0
      ? [`${count(onlyModelled.length, 'configuration')} of the model not measured.`]
      : []),
    ...(ignored.length > 0
      ? [
          `The kernel has no parameter for ${ignored.join(', ')}: what differs in that alone is tied.`,
        ]
      : []),
  ];
}

/** Names points without the parameters they all share. */
export function pointNamer(
  points: Beside['points'],
): (values: Readonly<Record<string, number>>) => string {
  const [first] = points;
  const names = Object.keys(first?.values ?? {}).filter((name) =>
    points.some(({ values }) => values[name] !== first?.values[name]),
  );
  return (values) =>
    configurationsInWords([
      names.length === 0
        ? values
        : Object.fromEntries(names.map((name) => [name, values[name] ?? 0])),
    ]);
}
