import {
  CHECK_STATUSES,
  type CheckResult,
  type CheckStatus,
  SEARCH_FLAGS,
} from '../../checker/index.ts';
import type { ModelFacts } from '../../promela/index.ts';
import type { ModelAsked } from '../../session/promela/model-document.ts';
import { count, megabytes, seconds, whole } from '../../base/words.ts';
import type { Option } from '../shared/select-field.tsx';
import type { StatusWord } from '../shared/status-words.ts';

export const CHANGED = 'Of the model as it was: it has been changed since.';

/** Outcomes in the words of SPIN's users. */
export const CHECK_STATUS_WORDS: Readonly<Record<CheckStatus, StatusWord>> = {
  holds: {
    word: 'holds',
    icon: 'shield',
    tone: 'proved',
    meaning:
      'Every state that the model can reach was searched, and no run breaks it. This is a proof about the model.',
  },
  violated: {
    word: 'violated',
    icon: 'error',
    tone: 'failed',
    meaning:
      'There is a run of the model that breaks it. It is opened below, and stands in a trail file that native SPIN can follow.',
  },
  bounded: {
    word: 'bounded',
    icon: 'hourglass',
    tone: 'bounded',
    meaning:
      'No run that breaks it was found, but not everything was searched: the search was stopped, not deep enough, or keeps a few bits of each state.',
  },
  'out-of-memory': {
    word: 'out of memory',
    icon: 'chip',
    tone: 'failed',
    meaning:
      'The search needed more memory than it may use. Collapse or bitstate need less; so does a smaller model. The limit is set under How it searches.',
  },
};

/** Checks by their kept words; a claim follows `claim:`. */
export function checkChoices({ claims }: Pick<ModelFacts, 'claims'>): readonly Option<string>[] {
  return [
    {
      id: 'all',
      label: 'All that the model says',
      help: 'Assertions and invalid end states, then each formula and claim of the model',
    },
    {
      id: 'safety',
      label: 'Assertions and end states',
      help: 'assert(...) that fails, and a place where nobody can go on',
    },
    ...claims.map(({ name, kind, formula = 'A claim of the model' }) => ({
      id: `claim:${name}`,
      label: `${kind} ${name}`,
      help: `${formula} (pan -N)`,
    })),
    {
      id: 'formula',
      label: 'A formula of your own',
      help: 'In linear temporal logic: [] always, <> eventually, U until, X next, -> implies, !, &&, ||',
    },
    {
      id: 'acceptance',
      label: 'Acceptance cycles',
      help: 'Runs that pass a label accept... for ever (pan -a)',
    },
    {
      id: 'non-progress',
      label: 'Non-progress cycles',
      help: 'Runs that go on for ever without a label progress... (pan -l, -DNP)',
    },
  ];
}

export const choiceOf = ({ what, claim }: Pick<ModelAsked, 'what' | 'claim'>): string =>
  what === 'claim' ? `claim:${claim}` : what;

const PLAIN = ['all', 'safety', 'formula', 'acceptance', 'non-progress'] as const;

export function askedBy(choice: string): Partial<ModelAsked> {
  const [kind = '', claim] = choice.split(/:(.*)/s);
  if (kind === 'claim' && claim !== undefined) return { what: 'claim', claim };
  return { what: PLAIN.find((each) => each === kind) ?? 'all' };
}

/** `ltl p, weak fairness` */
export function askedInWords(asked: ModelAsked): string {
  const { what, claim, formula } = asked;
  const choice = checkChoices({ claims: [] }).find(({ id }) => id === what);
  const asks = what === 'claim' ? claim : what === 'formula' ? formula : (choice?.label ?? '');
  const how = SEARCH_FLAGS.filter(({ id }) => asked[id]).map(({ label }) => label);
  return [asks, ...how].join(', ');
}

export const REDUCTIONS: readonly Option<ModelAsked['reduction']>[] = [
  { id: 'auto', label: 'Where it is sound', help: 'On, unless the result says why not' },
  { id: 'on', label: 'On', help: 'Even where it may leave errors out' },
  { id: 'off', label: 'Off', help: 'Every order of steps is searched (-DNOREDUCE)' },
];

/** `38 states, 65 transitions, depth 23, 57 MB, 0.10 s` */
export const figuresInWords = (
  result: Pick<CheckResult, 'states' | 'transitions' | 'depth' | 'memoryMB' | 'seconds'>,
): string =>
  [
    count(result.states, 'state'),
    count(result.transitions, 'transition'),
    `depth ${whole(result.depth)}`,
    megabytes(result.memoryMB),
    seconds(result.seconds),
  ].join(', ');

/** The worst of some searches. */
export const worstOf = (results: readonly Pick<CheckResult, 'status'>[]): CheckStatus | undefined =>
  CHECK_STATUSES.find((status) => results.some((result) => result.status === status));

/** `1 of 3 checks violated: acceptance cycle (ltl enters).` */
export function checkInWords(results: readonly CheckResult[]): string {
  const worst = worstOf(results);
  if (worst === undefined) return 'Nothing was checked.';
  const those = results.filter(({ status }) => status === worst);
  const of = `${whole(those.length)} of ${count(results.length, 'check')}`;
  const [first] = those;
  if (worst === 'holds')
    return results.length === 1
      ? `No run breaks it: ${first?.check.what ?? ''}.`
      : `No run breaks any of the ${whole(results.length)} checks.`;
  if (worst === 'violated') {
    const problem = first?.problems[0]?.message ?? 'an error';
    return `${of} violated: ${problem} (${first?.check.what ?? ''}).`;
  }
  return `${of} not finished (${first?.check.what ?? ''}). ${first?.reason ?? ''}`.trim();
}
