import type { Diagnostic } from '../../base/diagnostic.ts';
import { capital } from '../../base/words.ts';
import type { LanguageWords } from '../../front/language.ts';
import type { Verification } from '../../checker/index.ts';
import type { FindingKind } from '../../values/index.ts';
import type { Configuration } from '../../tuning/index.ts';
import { notLookedAt } from '../views/judged.ts';
import type { Caveat } from './caveat.ts';

const race = ({ item }: LanguageWords): string =>
  `What the kernel computes depends on which ${item} is faster, so its result can be another each time. Its time is that of a kernel that is wrong: put the barrier in, and tune again.`;

/** Each finding's words and weight beside an answer. */
const findingsIn = (
  words: LanguageWords,
): Readonly<Record<FindingKind, readonly [words: string, meaning: string]>> => ({
  'race-local': ['data race', race(words)],
  'race-global': ['data race', race(words)],
  'race-between-groups': [
    `race between ${words.group}s`,
    `${capital(words.group)}s touch the same place of global memory, and nothing says which comes first. Its time is that of a kernel that is wrong.`,
  ],
  bounds: [
    'beyond an array',
    'The kernel reads or writes beyond an array. On a real device that is undefined, and its time with it.',
  ],
  uninitialised: [
    'reads what nobody wrote',
    'The kernel uses a value that nothing has written. Its result is whatever stood there.',
  ],
  'non-termination': [
    'may never end',
    'A part of the kernel can go on for ever. The time is that of the runs that end.',
  ],
  divergence: [
    'barrier not met by all',
    `Some ${words.item}s of a ${words.group} never reach a barrier at which the others wait. ${words.name} calls that undefined.`,
  ],
  result: [
    'wrong result',
    'What the kernel computes is not what its text says it should (#pragma tuner ensures).',
  ],
});

/** A kernel's faults as observed, or before that as its text shows.
 * @param optima the answer. A race in the text counts until they are checked too. */
export function wrongIn(
  words: LanguageWords,
  diagnostics: readonly Diagnostic[],
  verification: Verification | undefined,
  optima: readonly Configuration[],
): readonly Caveat[] {
  const findings = findingsIn(words);
  const caveats = (verification?.findings ?? []).map(({ kind, message, span, assumed }): Caveat => {
    const [said, meaning] = findings[kind];
    const caveat = wrong(said, `${message} ${meaning}`, span);
    if (assumed === undefined) return caveat;
    return { ...caveat, tone: 'warning', words: `${said}, if ${assumed.words}` };
  });
  const readRace = diagnostics.find(({ code }) => code === 'local-race');
  const isLookedFor = verification && notLookedAt(verification.configurations, optima).length === 0;
  // Running says it more exactly than reading.
  if (readRace && !isLookedFor)
    caveats.push(wrong('data race', `${readRace.message} ${race(words)}`, readRace.span));
  const seen = new Set<string>();
  return caveats.filter(({ id }) => !seen.has(id) && seen.add(id));
}

const wrong = (words: string, meaning: string, place: Caveat['place']): Caveat => ({
  id: words.replaceAll(' ', '-'),
  tone: 'wrong',
  words,
  meaning,
  place,
});
