import type { Caveat } from '../../session/caveats/caveat.ts';
import type { Status } from '../../tuning/index.ts';
import type { IconName } from './icons.tsx';

/** One word, colour, icon and explanation for each status. */
export interface StatusWord {
  readonly word: string;
  /** For how much it is said: `16 work-items, all inputs`. */
  readonly bound?: string;
  readonly icon: IconName;
  /** Name of the colour in tokens.css. */
  readonly tone: 'proved' | 'bounded' | 'sampled' | 'failed' | 'neutral';
  readonly meaning: string;
}

/** A status with the assumptions among the answer's caveats. */
export function statusWord(status: Status, caveats: readonly Caveat[]): StatusWord {
  const said = STATUS_WORDS[status];
  const assumed = caveats.flatMap(({ isAssumed, meaning }) => (isAssumed ? meaning : []));
  if (status !== 'proved' || assumed.length === 0) return said;
  return {
    ...said,
    word: 'proved, if',
    tone: 'bounded',
    meaning: `${said.meaning} It rests on what the text does not say: ${assumed.join(' ')}`,
  };
}

export const STATUS_WORDS: Readonly<Record<Status, StatusWord>> = {
  proved: {
    word: 'proved',
    icon: 'shield',
    tone: 'proved',
    meaning:
      'SPIN has searched every run of the model that could be faster and found none. The minimum holds for every configuration and every schedule of the model.',
  },
  bounded: {
    word: 'bounded',
    icon: 'hourglass',
    tone: 'bounded',
    meaning:
      'This is the best that was found before the search was cut off. A faster configuration may still exist.',
  },
  sampled: {
    word: 'sampled',
    icon: 'dice',
    tone: 'sampled',
    meaning:
      'These times come from simulated runs, one for each configuration. They show what is possible and prove nothing about the rest.',
  },
  cancelled: {
    word: 'cancelled',
    icon: 'square',
    tone: 'neutral',
    meaning:
      'You stopped the search. What was found until then is shown and is not claimed to be the best.',
  },
  'out-of-memory': {
    word: 'out of memory',
    icon: 'chip',
    tone: 'failed',
    meaning:
      'The search needed more memory than the browser gives a tab. A smaller input or a higher level of abstraction needs less.',
  },
  deadlock: {
    word: 'deadlock',
    icon: 'lock',
    tone: 'failed',
    meaning:
      'The program can reach a point where nobody can go on. Often some work-items of a group never reach a barrier that the others wait at.',
  },
  invalid: {
    word: 'invalid',
    icon: 'ban',
    tone: 'neutral',
    meaning:
      'The configuration breaks a constraint of the kernel or the platform. It is shown with the reason and left out of the search.',
  },
};
