import { CONSTANT_NAMES } from '../platform/index.ts';
import { verifiedSizeOf } from './kept/settings.ts';
import { type Free, type Question, questionOf, sameQuestion } from './question.ts';
import type { SessionState } from './state.ts';

type Asked = Pick<SessionState, 'settings' | 'derived'>;

/** What is asked now. */
export const presentQuestion = ({ settings, derived }: Asked): Question =>
  questionOf(settings, derived.kernelName);

/** What an answer was of that does not belong to the settings any more. */
const unless = (of: Question | undefined, state: Asked, free?: Free): Question | undefined =>
  of && !sameQuestion(of, presentQuestion(state), free) ? of : undefined;

const ALL_BUT_SIZE = CONSTANT_NAMES.filter((name) => name !== 'size');

/** By answer: what it was of, where the settings ask something else by now; undefined where it is the answer
 * to what they ask, or there is none. It comes back with the settings. */
export const outdated = {
  run: (state: SessionState) => unless(state.run.question, state),
  sensitivity: ({ sensitivity, ...state }: SessionState) =>
    unless(sensitivity.question, state, { constants: [sensitivity.constant] }),
  machineSensitivity: (state: SessionState) => unless(state.machineSensitivity.question, state),
  robustness: (state: SessionState) =>
    unless(state.robustness.question, state, { constants: ALL_BUT_SIZE, machine: true }),
  trace: (state: SessionState) =>
    outdated[state.trace.origin === 'schedules' ? 'schedules' : 'run'](state),
  schedules: (state: SessionState) => unless(state.schedules.question, state),
  levelCheck({ levelCheck: { question, level }, ...state }: SessionState) {
    return level === state.derived.level ? unless(question, state) : question;
  },
  verification({ verification: { question, size }, ...state }: SessionState) {
    if (!question) return undefined;
    // Ticks are nothing to it, and its size is one of its own.
    const now = { ...presentQuestion(state), semantics: question.semantics };
    const isSame = sameQuestion(question, now, { constants: ['size'], machine: true });
    return isSame && size === verifiedSizeOf(state.settings) ? undefined : question;
  },
} as const;

/** Whether the run that is shown is of other settings. */
export const isStale = (state: SessionState): boolean => outdated.run(state) !== undefined;

/** Whether the model that is shown is that of the trace, so that the lines of the one are lines of the other. */
export const isOwnModel = (state: SessionState): boolean =>
  outdated.trace(state) === undefined && state.trace.level === state.derived.level;
