import {
  CONSTANTS,
  isOnMachine,
  OWN_SEMANTICS,
  type SemanticsId,
  semanticsOf,
} from '../platform/index.ts';
import { METHODS } from '../tuning/index.ts';
import { isOfPaper, likePapers, similarity } from './caveats/papers.ts';
import { labelIn, USUAL_MACHINE_SETTINGS } from './kept/machine-settings.ts';
import type { Settings } from './kept/settings.ts';

/** A side effect, as told to the user. */
export interface Notice {
  readonly words: string;
  /** The change of settings can be undone. */
  readonly isChange?: boolean;
  /** The automatically replaced semantics, to go back to. */
  readonly back?: SemanticsId;
}

/** Beyond these, only the first constants are told, and how many. */
const MOST_TOLD = 4;

const step = (name: string, before: string, after: string): readonly string[] =>
  before === after ? [] : [`${name} ${before} → ${after}`];

/** Changed settings beside the text; may be empty. */
function changedInWords(before: Settings, after: Settings): readonly string[] {
  const label = (semantics: SemanticsId): string => semanticsOf(semantics).label;
  const machine = ({ semantics, machine = USUAL_MACHINE_SETTINGS }: Settings): string =>
    isOnMachine(semantics) ? labelIn(machine) : '';
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

/** For settings changed by another text, or several constants at once. */
export function besides(before: Settings, after: Settings): Notice | undefined {
  const changed = changedInWords(before, after);
  const isOther = before.kernelText !== after.kernelText;
  if (changed.length < (isOther ? 1 : 2)) return undefined;
  return { words: `${isOther ? 'Set with it' : 'Set'}: ${changed.join(', ')}.`, isChange: true };
}

/** Live takes its own method and level. */
export const OF_LIVE =
  'Live tunes by branch and bound at level accelerated, whatever is chosen here; times are the same.';

/** Picks the semantics for typed or pasted text. A publication's semantics suits its kernels only:
 * foreign text goes to OpenCL semantics, and back once it is theirs again. Small edits and
 * semantics chosen for the text stay. */
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

  /** The semantics for a text, and its notice. */
  of(
    { kernelText: before, semantics }: Settings,
    text: string,
  ): { readonly semantics?: SemanticsId; readonly notice?: Notice } {
    if (text.trim() === '') return {};
    const isTheirs = (one: string, of: SemanticsId): boolean =>
      likePapers(one, of, this.#exampleText) !== 'other';
    const left = this.#left;
    if (left !== undefined && semantics === OWN_SEMANTICS && isTheirs(text, left)) {
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
    return { semantics: OWN_SEMANTICS, notice: { words, back: semantics } };
  }
}
