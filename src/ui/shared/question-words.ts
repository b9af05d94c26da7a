import { semanticsOf } from '../../platform/index.ts';
import { labelIn } from '../../session/kept/machine-settings.ts';
import { presentQuestion } from '../../session/outdated.ts';
import { otherConstants, type Question } from '../../session/question.ts';
import type { SessionState } from '../../session/state.ts';

/** `Of abstract_kernel, size 32, GMT 4 (now 5), NP 4, as published.` Undefined while current. */
export function outdatedInWords(
  state: SessionState,
  outdated: (state: SessionState) => Question | undefined,
): string | undefined {
  const question = outdated(state);
  return question && `Of ${questionInWords(question, presentQuestion(state))}.`;
}

/** A question by kernel and platform, changes first. */
export function questionInWords(question: Question, now: Question): string {
  const { kernel, kernelText, semantics, machine, constants } = question;
  const isEarlier = kernel === now.kernel && kernelText !== now.kernelText;
  const { constants: used, onMachine, inSentence } = semanticsOf(semantics);
  const others = otherConstants(question, now);
  const names = onMachine ? [] : [...new Set([...others, ...used])];
  const values = [...new Set(['size' as const, ...names])].map((name) => {
    const other = others.includes(name) ? ` (now ${now.constants[name].trim() || 'empty'})` : '';
    return `${name} ${constants[name].trim()}${other}`;
  });
  const changed = Object.entries(machine.changed).map(([name, value]) => `${name} ${value}`);
  return [
    isEarlier ? `an earlier text of ${kernel}` : kernel,
    ...values,
    ...(onMachine ? [labelIn(machine), ...changed] : []),
    inSentence,
  ].join(', ');
}
