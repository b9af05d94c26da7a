import { configurationsInWords, count, milliseconds, whole } from '../../base/words.ts';
import { deadInWords } from '../../measured/index.ts';
import type { Known, Suggested } from '../../session/measured/next.ts';

const share = (part: number): string => `${Math.round(100 * part)} %`;
const named = (values: Suggested['values']): string => configurationsInWords([values]);

/** The best so far, and whether more is worth it. */
export function standingInWords({ best, gain, isEnough, next, configurations }: Known): string {
  if (!best)
    return `Nothing of ${count(configurations.length, 'configuration')} is measured yet. Begin with these.`;
  const found = `Measured best: ${milliseconds(best.time)}, ${named(best.values)}.`;
  if (next.length === 0) return `${found} Every configuration has been measured.`;
  if (gain === undefined) return found;
  const more = `Expected gain of ${next.length === 1 ? '1 more' : `${next.length} more`}: ${milliseconds(gain)} (${((100 * gain) / best.time).toFixed(1)} %).`;
  return isEnough ? `${found} ${more} That is little: it is time to stop.` : `${found} ${more}`;
}

type Reasons = Readonly<Record<Suggested['by'], string>>;

const LEARNT: Reasons = {
  'model order': 'first in the model’s order',
  'model corrected': 'first by the corrected model',
  'relative order': 'first on the other GPU',
  'relative corrected': 'first by the other GPU, corrected',
  parameters: 'learnt from the times alone',
};

/** Before any time nothing is corrected: these teach the most. */
const FIRST: Reasons = {
  ...LEARNT,
  'model corrected': 'tells most beside the model',
  'relative corrected': 'tells most beside the other GPU',
  parameters: 'drawn by chance',
};

/** Says why one is proposed. */
export const reasonInWords = ({ by }: Suggested, { best }: Pick<Known, 'best'>): string =>
  (best ? LEARNT : FIRST)[by];

/** Says how many of these configurations another GPU's file has. */
export const relativeInWords = (
  { name, count: known }: NonNullable<Known['relative']>,
  { configurations }: Pick<Known, 'configurations'>,
): string =>
  known === 0
    ? `${name} has no time of this kernel’s configurations: it says nothing here.`
    : `${name}: another GPU’s times of ${whole(known)} of ${count(configurations.length, 'configuration')}. They choose the first ones, and their say follows how well they foretell yours.`;

/** Shares of what is left from which a parameter is named. */
const WORTH_NAMING = 0.2;
const MOST_NAMED = 3;

/** What the times say about the model, and about themselves. */
export function findingsInWords(known: Known): readonly string[] {
  const { missed, dead, impossible, failed, unknown, hasModel } = known;
  return [
    ...(hasModel
      ? []
      : ['The model’s times are not known: press Tune, and the first are chosen better.']),
    ...missed
      .filter((one) => one.share >= WORTH_NAMING)
      .slice(0, MOST_NAMED)
      .map(
        ({ parameter, share: part }) =>
          `${parameter} explains ${share(part)} of what is left: the model does not charge it as the GPU does.`,
      ),
    ...dead.map((each) => `${deadInWords(each)}.`),
    ...impossible
      .slice(0, MOST_NAMED)
      .map(
        ({ values, time, least }) =>
          `${milliseconds(time)} cannot be a time of ${named(values)}: the machine’s peak allows ${milliseconds(least)}.`,
      ),
    ...(failed > 0
      ? [`${whole(failed)} failed; what is like ${failed === 1 ? 'it' : 'them'} is avoided.`]
      : []),
    ...(unknown > 0
      ? [
          `${count(unknown, 'row')} of the file ${unknown === 1 ? 'is' : 'are'} none of the kernel’s configurations.`,
        ]
      : []),
  ];
}

/** The say of the model beside the times alone, once there are times. */
export function sayInWords({ says, best }: Known): string | undefined {
  const parts = says.filter((each) => each.share > 0);
  if (!best || parts.length < 2) return undefined;
  const of = (id: string): number =>
    parts.filter((each) => each.id.startsWith(id)).reduce((sum, each) => sum + each.share, 0);
  const shares = [
    ['the model', of('model')],
    ['the other GPU', of('relative')],
    ['the times alone', of('parameters')],
  ] as const;
  const said = shares
    .filter(([, part]) => part > 0)
    .map(
      ([name, part], at) =>
        `${name} ${at === 0 ? 'has ' : ''}${share(part)}${at === 0 ? ' of the say' : ''}`,
    );
  return `By how well each foretold what came: ${said.join(', ')}.`;
}
