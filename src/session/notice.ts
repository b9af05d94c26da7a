import { CONSTANTS, semanticsOf, type SemanticsId } from '../platform/index.ts';
import { METHODS } from '../tuning/index.ts';
import { isOfPaper, likePapers, similarity } from './caveats/papers.ts';
import { presetIn, USUAL_MACHINE_SETTINGS } from './kept/machine-settings.ts';
import type { Settings } from './kept/settings.ts';

/** What something that was done has changed besides, as it is told. */
export interface Notice {
  readonly words: string;
  /** Whether a change of the settings can be undone with it. */
  readonly isChange?: boolean;
  /** The semantics that was left by itself, to go back to. */
  readonly back?: SemanticsId;
}

/** Constants that are told one by one; of more than these the first, and how many. */
const MOST_TOLD = 4;

const step = (name: string, before: string, after: string): readonly string[] =>
  before === after ? [] : [`${name} ${before} → ${after}`];

/** What settings have changed beside the text, in words; empty where nothing has. */
function changedInWords(before: Settings, after: Settings): readonly string[] {
  const label = (semantics: SemanticsId): string => semanticsOf(semantics).label;
  const machine = ({ semantics, machine = USUAL_MACHINE_SETTINGS }: Settings): string =>
    semantics === 'device' ? presetIn(machine).label : '';
  const method = (id: Settings['method']): string =>
    METHODS.find((one) => one.id === id)?.label ?? id;
  const constants = CONSTANTS.flatMap(({ name }) =>
    step(name, before.constants[name].trim(), after.constants[name].trim()),
  );
  const more = constants.length - MOST_TOLD;
  return [
    ...step('semantics', label(before.semantics), label(after.semantics)),
    ...(machine(before) && machine(after) ? step('machine', machine(before), machine(after)) : []),
    ...constants.slice(0, MOST_TOLD),
    ...(more > 0 ? [`${more} more constants`] : []),
    ...step('level', before.level, after.level),
    ...step('method', method(before.method), method(after.method)),
  ];
}

/** What is to be told of a change: what came with another text, or several constants at once. What the user
 * has set one by one needs no telling. */
export function besides(before: Settings, after: Settings): Notice | undefined {
  const changed = changedInWords(before, after);
  const isOther = before.kernelText !== after.kernelText;
  if (changed.length < (isOther ? 1 : 2)) return undefined;
  return { words: `${isOther ? 'Set with it' : 'Set'}: ${changed.join(', ')}.`, isChange: true };
}

/** What is said of Live, which takes a method and a level of its own. */
export const OF_LIVE =
  'Live tunes by branch and bound at level accelerated, whatever is chosen here; times are the same.';

/** Which semantics a text that was typed or pasted is tuned in. The publications' are for their own kernels: a
 * text that is none of them any more, or that takes the place of another, is tuned in OpenCL semantics; one
 * that is theirs again, in the one that was left. A small edit changes nothing, nor does a text under a
 * semantics that was chosen for it. */
export class FittingSemantics {
  readonly #exampleText: (id: string) => string | undefined;
  /** The semantics that was left by itself. */
  #left: SemanticsId | undefined;

  constructor(exampleText: (id: string) => string | undefined) {
    this.#exampleText = exampleText;
  }

  /** The user has chosen one. */
  chosen(): void {
    this.#left = undefined;
  }

  /** What is set with a text, and what is told of it. */
  of(
    { kernelText: before, semantics }: Settings,
    text: string,
  ): { readonly semantics?: SemanticsId; readonly notice?: Notice } {
    if (text.trim() === '') return {};
    const isTheirs = (one: string, of: SemanticsId): boolean =>
      likePapers(one, of, this.#exampleText) !== 'other';
    const left = this.#left;
    if (left !== undefined && semantics === 'opencl' && isTheirs(text, left)) {
      this.#left = undefined;
      const { label } = semanticsOf(left);
      const words = `This is the papers' kernel again: semantics OpenCL → ${label}.`;
      return { semantics: left, notice: { words } };
    }
    if (!isOfPaper(semantics) || isTheirs(text, semantics)) return {};
    const isReplaced = similarity(before, text) < 0.5;
    if (!isTheirs(before, semantics) && !isReplaced) return {};
    this.#left = semantics;
    const { label } = semanticsOf(semantics);
    const words = `A kernel of your own is tuned in OpenCL semantics: ${label} is for the papers' kernels.`;
    return { semantics: 'opencl', notice: { words, back: semantics } };
  }
}
