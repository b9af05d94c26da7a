import { elementsLong } from '../base/words.ts';
import type { Fix } from '../base/diagnostic.ts';
import { type Language, type LanguageWords, WORDS_OF } from '../front/language.ts';
import type { Span } from '../base/span.ts';

const RACES = ['race-local', 'race-global', 'race-between-groups'] as const;

/** Errors possible in a kernel's values. */
export const FINDING_KINDS = [
  ...RACES,
  'bounds',
  'uninitialised',
  'non-termination',
  'divergence',
  'result',
] as const;

export type FindingKind = (typeof FINDING_KINDS)[number];

export const isRace = ({ kind }: { readonly kind: FindingKind }): boolean =>
  RACES.some((race) => race === kind);

/** An unstated fact that a finding rests on. */
export interface Assumed {
  /** The condition: `block_size is 0`. */
  readonly words: string;
  /** Lines that state that it is so, and that it is not. */
  readonly so: readonly Fix[];
  readonly otherwise: readonly Fix[];
  /** The value taken first: `block_size is 16`. */
  readonly usual: string;
  /** Arguments whose values these are, and those that `usual` gives them. */
  readonly arguments?: Readonly<Record<string, number>>;
}

/** An error seen to happen, at a place in the text. */
export interface Finding {
  readonly kind: FindingKind;
  readonly span: Span;
  /** One sentence with the names, indices and work-items concerned. */
  readonly message: string;
  readonly hint?: string | undefined;
  /** The other access of a race, and its like. */
  readonly related?: readonly { readonly span: Span; readonly message: string }[] | undefined;
  readonly configuration: Readonly<Record<string, number>>;
  readonly assumed?: Assumed | undefined;
  /** It was first seen behind the first group: there may be too many. */
  readonly isOfLaterGroup?: boolean;
}

/** Worth knowing but not wrong: several items write the same value to one place, and the like. */
export interface Remark extends Omit<Finding, 'kind'> {
  readonly kind: 'same-value' | 'checked-guess' | 'atomic-order' | 'beyond-row';
}

/** Something that was not decided, and why. */
export interface NotChecked {
  /** A reader's name for it: `races`, `bounds`, `result`, ... */
  readonly what: string;
  readonly why: string;
  readonly hint?: string | undefined;
  readonly span?: Span | undefined;
  /** Weakens the answer: then nothing is called right. */
  readonly weakens: boolean;
  /** An unstated condition that the answer rests on: `n is 16`. */
  readonly holdsIf?: string;
  /** Arguments to which it gives numbers. */
  readonly given?: Readonly<Record<string, number>>;
  /** Elements or pixels that it wants of an array; more are enough too. */
  readonly length?: number;
  /** The array whose length it is about. */
  readonly array?: string;
  /** Set where an exhaustive search of schedules and inputs decides it: not all inputs, or orders of
   * the atomics, were tried. */
  readonly searchDecides?: boolean;
  /** It goes where all rounds of the host's loop are known to be right. */
  readonly isOfFirstRound?: boolean;
  /** The run was cut: a smaller launch may come to its end. */
  readonly isCut?: boolean;
}

/** SPIN's search for faults, which may be cut. */
export const SEARCH = 'search by SPIN';

/** The note on harmless reads of unwritten memory. */
export const UNWRITTEN_MEMORY = 'uninitialised memory';

/** For a constant that the host sets too late, in part or never. */
export const meantAsZero = (name: string): string =>
  `${name} is meant to be 0 where the host does not set it`;

/** The condition that an array has so many elements. */
export const lengthened = (array: string, length: number) => ({
  holdsIf: `${array} has ${elementsLong(length)}`,
  length,
  array,
});

/** A fact that the text does not tell, and that was taken. */
export interface Assumption extends NotChecked {
  readonly holdsIf: string;
  /** The findings that rest on it; of lanes: all but races, which no number of them orders. */
  readonly touches: 'all' | 'results' | 'lanes' | 'none';
  /** Lines that state it. */
  readonly so?: readonly Fix[];
}

/** Size and inputs that a verdict covers. */
export interface Bound {
  readonly language: Language;
  /** Work-items in all: least and most over the configurations. */
  readonly items: readonly [number, number];
  /** Inputs tried, or all that the text allows. */
  readonly inputs: number | 'all';
}

/** In words: `16 work-items, all inputs`. */
export function boundWords({ language, items: [least, most], inputs }: Bound): string {
  const items = least === most ? `${most}` : `${least} to ${most}`;
  return `${items} ${WORDS_OF[language].item}${most === 1 ? '' : 's'}, ${inputs} input${inputs === 1 ? '' : 's'}`;
}

/** The outcome for one configuration. */
export interface Verdict {
  readonly findings: readonly Finding[];
  readonly remarks: readonly Remark[];
  /** Decided questions, in words. */
  readonly checked: readonly string[];
  readonly notChecked: readonly NotChecked[];
}

/** *right*: everything asked was decided, and nothing is wrong; *wrong*: something is, by what the
 * text states; *depends*: something is if a thing that nobody states is so; *not checked*: nothing
 * wrong was seen, but something stayed undecided. */
export type VerdictStatus = 'right' | 'wrong' | 'depends' | 'not-checked';

/** Conditions under which a verdict holds, each once. */
export const conditionsOf = ({ notChecked }: Pick<Verdict, 'notChecked'>): readonly string[] => [
  ...new Set(notChecked.flatMap(({ holdsIf }) => holdsIf ?? [])),
];

export const statusOf = ({
  findings,
  notChecked,
}: Pick<Verdict, 'findings' | 'notChecked'>): VerdictStatus => {
  if (findings.some(({ assumed }) => assumed === undefined)) return 'wrong';
  if (findings.length > 0) return 'depends';
  return notChecked.some(({ weakens }) => weakens) ? 'not-checked' : 'right';
};

/** A race that fences and atomics may prevent, which is not followed. */
export const fencedRace = (
  { kind, message, span }: Pick<Finding, 'kind' | 'message' | 'span'>,
  { item, group, name }: LanguageWords,
): NotChecked => ({
  what: 'races',
  why: `Fences and atomics may order ${kind === 'race-between-groups' ? group : item}s here, which is not followed: ${message}`,
  ...(kind === 'race-between-groups' && name === 'CUDA' && { hint: ORDERS_FOLLOWED }),
  span,
  weakens: true,
});

const ORDERS_FOLLOWED =
  'Followed are spin locks, with a fence inside of both ends, and the last block: a fence behind what each block wrote, one number that it draws from a counter that begins at 0, and a comparison with gridDim.x - 1. Split other kernels in two where one block waits for another.';
