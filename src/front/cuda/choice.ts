/** More than a block's threads: a power of two up to 1024, or whole warps. */
export const isLarge = (value: number): boolean =>
  value > 1024 || (value > 256 && value % 32 !== 0);

/** A number of the host's text, in words, that is chosen otherwise. */
export interface Chosen {
  readonly text: string;
  readonly value: number;
  /** The number that the text tells, too large to be run. */
  readonly told?: number | undefined;
  /** Arrays and arguments are not made smaller with it, so that others may be met by what is left out. */
  readonly isAlone?: true;
}

/** The origin of a launch's numbers. */
export interface LaunchOrigin {
  /** Nobody states it: a few are taken. */
  readonly isAssumed?: boolean;
  /** Numbers chosen for the host. */
  readonly chosen?: readonly Chosen[];
  /** More work-items are stated than are run one by one. */
  readonly isTooLarge?: boolean;
}

/** A number for the name that is met as `index`; undefined leaves it open. */
export type NumberOf = (index: number, told?: number, text?: string) => number | undefined;

/** Chooses numbers for names that the host's text leaves open, or gives more than can be run. */
export class Choice {
  /** By function and name, in the order in which they were met. */
  readonly chosen = new Map<string, Chosen>();
  next: NumberOf | undefined;
  /** A number of the text may be replaced. */
  readonly mayReplace: (told: number) => boolean;
  /** A tensor's sizes make up its elements. */
  readonly #isFitted: boolean;

  constructor(
    next: NumberOf,
    mayReplace: (told: number) => boolean = isLarge,
    { isFitted = false } = {},
  ) {
    this.next = next;
    this.mayReplace = mayReplace;
    this.#isFitted = isFitted;
  }

  of(key: string, text: string, told?: number): number | undefined {
    const value = this.next?.(this.chosen.size, told, text);
    const isOpen = this.#isFitted && told === undefined && value !== undefined;
    const fitted = isOpen ? fittedTo([...this.chosen.values()], text, value) : value;
    return this.propose(key, text, fitted, told);
  }

  /** The number that was chosen, or else the proposed one. */
  propose(key: string, text: string, value?: number, told?: number): number | undefined {
    const known = this.chosen.get(key);
    if (known !== undefined) return known.value;
    if (value !== undefined) this.chosen.set(key, { text, value, told });
    return value;
  }
}

/** A tensor's elements are the product of its sizes, and each size divides them. */
function fittedTo(chosen: readonly Chosen[], text: string, value: number): number {
  const [, tensor, asked] = /^(.+)\.(numel|size)\(.*\)$/.exec(text) ?? [];
  if (tensor === undefined) return value;
  const own = (what: string): readonly number[] =>
    chosen.flatMap((each) => (each.text.startsWith(`${tensor}.${what}(`) ? [each.value] : []));
  const product = own('size').reduce((all, size) => all * size, 1);
  if (asked === 'numel') return own('size').length > 0 ? product : value;
  const [elements] = own('numel');
  if (elements === undefined) return value;
  const left = elements / product;
  let divisor = 2;
  while (divisor < left && left % divisor !== 0) divisor += 1;
  return left > 1 ? divisor : 1;
}

/** `n = 257 and m = 3` */
export const chosenInWords = (chosen: readonly Chosen[]): string =>
  LIST.format(
    chosen.map(({ text, value }) =>
      /^\d/.test(text) ? `${value} in place of ${text}` : `${text} = ${value}`,
    ),
  );

const LIST = new Intl.ListFormat('en', { type: 'conjunction' });
