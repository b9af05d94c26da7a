import type { VerificationView } from '../../session/jobs/verification.ts';
import type { Judged } from '../../session/views/judged.ts';
import {
  boundWords,
  conditionsOf,
  type FindingKind,
  type VerdictStatus,
} from '../../values/index.ts';
import type { LanguageWords } from '../../language/index.ts';
import type { StatusWord } from './status-words.ts';
import { together } from '../../base/words.ts';

/** One word, colour and icon for each verdict. */
export const VERDICT_WORDS: Readonly<Record<VerdictStatus, StatusWord>> = {
  right: {
    word: 'right',
    icon: 'check',
    tone: 'proved',
    meaning:
      'Every configuration was decided for this size and all inputs given: no race, no access beyond an array, no barrier that somebody misses, and the result that the kernel states holds for every schedule.',
  },
  wrong: {
    word: 'wrong',
    icon: 'error',
    tone: 'failed',
    meaning:
      'There is a run of this kernel in which something goes wrong. It is shown where, and step by step how.',
  },
  depends: {
    word: 'depends',
    icon: 'help',
    tone: 'bounded',
    meaning:
      'Something goes wrong if a thing that nobody states is so, such as an argument or the length of an array. Say whether it is: one press adds the line.',
  },
  'not-checked': {
    word: 'not checked',
    icon: 'help',
    tone: 'bounded',
    meaning:
      'Nothing wrong was seen, but something could not be decided. It is said what, why, and what to write so that it can be.',
  },
};

/** A kind of finding, as a reader would name it. */
export function findingInWords(kind: FindingKind, { group, local }: LanguageWords): string {
  return {
    'race-local': `race in ${local}`,
    'race-global': 'race in global memory',
    'race-between-groups': `race between ${group}s`,
    bounds: 'beyond an array',
    uninitialised: 'never written',
    'non-termination': 'never ends',
    divergence: 'barrier divergence',
    result: 'wrong result',
  }[kind];
}

const restsOn = (
  { condition }: Judged,
  verification: NonNullable<VerificationView['verification']>,
): readonly string[] => [
  ...conditionsOf(verification),
  ...(condition === undefined ? [] : [condition]),
];

/** Its word; of *right* the conditions and the bound as well. */
export function verdictWord(
  judgement: Judged,
  verification: VerificationView['verification'],
): StatusWord {
  const said = VERDICT_WORDS[judgement.status];
  if (judgement.status !== 'right' || !verification) return said;
  const { bound } = verification;
  const conditions = restsOn(judgement, verification);
  const reached = bound && `Decided for ${boundWords(bound)}; larger launches were not looked at.`;
  const rests = conditions.length > 0 && `It rests on: ${together(conditions)}.`;
  return {
    ...said,
    word: conditions.length > 0 ? 'right, if' : 'right',
    ...(bound && { bound: boundWords(bound) }),
    meaning: [said.meaning, reached, rests].filter(Boolean).join(' '),
  };
}

/** What is known of the values now, in one sentence.
 * @param judgement of the view. */
export function verdictInWords(
  view: VerificationView,
  judgement: Judged | undefined,
  { item }: LanguageWords,
): string {
  const { phase, verification, obstacle, size, searched } = view;
  switch (phase) {
    case 'none':
      return 'Whether its result is right has not been asked yet.';
    case 'running':
      return searched ? 'SPIN searches all schedules and inputs.' : `The ${item}s are being run.`;
    case 'cancelled':
      return 'You cancelled the verification.';
    case 'failed':
      return `The verification could not go on. ${view.message ?? ''}`.trim();
    case 'ended':
      break;
  }
  if (!verification) return obstacle ?? 'There is nothing to verify.';
  const { status, findings, notChecked } = verification;
  if (judgement?.open !== undefined) return judgement.open;
  const [finding] = findings;
  if (status === 'wrong' && finding) return finding.message;
  if (status === 'depends' && finding?.assumed)
    return `Wrong if ${finding.assumed.words}: is it? ${finding.message}`;
  const [open] = notChecked.filter(({ weakens }) => weakens);
  if (status === 'not-checked' && open) return `${open.what}: ${open.why}`;
  const conditions = restsOn(judgement ?? { status }, verification);
  const rest = conditions.length > 0 ? ` That holds if ${together(conditions)}.` : '';
  return searched
    ? `Right for every schedule, for ${size} elements and all inputs given.${rest}`
    : `Nothing wrong in any configuration at ${size} elements.${rest}`;
}
