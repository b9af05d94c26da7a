import {
  otherConstants,
  outdated,
  presentQuestion,
  presetIn,
  type Question,
  semanticsOf,
  type SessionState,
} from '../../session/index.ts';

/** What an answer was of, where the settings ask something else by now: `Of abstract_kernel, size 32, GMT 4 (now 5),
 * NP 4, as published.` Undefined where it is the answer to what they ask. */
export function outdatedInWords(
  state: SessionState,
  answer: keyof typeof outdated,
): string | undefined {
  const question = outdated[answer](state);
  return question && `Of ${questionInWords(question, presentQuestion(state))}.`;
}

/** A question by its kernel and its platform, what is another now first. */
export function questionInWords(question: Question, now: Question): string {
  const { kernel, kernelText, semantics, machine, constants } = question;
  const isEarlier = kernel === now.kernel && kernelText !== now.kernelText;
  const { constants: used, inSentence } = semanticsOf(semantics);
  const isDevice = semantics === 'device';
  const others = otherConstants(question, now);
  const names = isDevice ? [] : [...new Set([...others, ...used])];
  const values = [...new Set(['size' as const, ...names])].map((name) => {
    const other = others.includes(name) ? ` (now ${now.constants[name].trim() || 'empty'})` : '';
    return `${name} ${constants[name].trim()}${other}`;
  });
  const changed = Object.entries(machine.changed).map(([name, value]) => `${name} ${value}`);
  return [
    isEarlier ? `an earlier text of ${kernel}` : kernel,
    ...values,
    ...(isDevice ? [presetIn(machine).label, ...changed] : []),
    inSentence,
  ].join(', ');
}
