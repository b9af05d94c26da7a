import type { Diagnostic } from '../../base/diagnostic.ts';
import type { LanguageWords } from '../../front/language.ts';
import type { Tile } from './tiles.ts';

/** A value that a text does not state, and a guess. */
export interface Asked {
  /** One answer for each: `value M`, `local_size 0`, `param TILE`. */
  readonly id: string;
  readonly of: AskedOf;
  readonly name: string;
  /** An expression; of a tile or of groups, their values. */
  readonly guess: string;
  /** Where the guess comes from. */
  readonly why: string;
  /** Lines that depend on it, counted from 1. */
  readonly lines: readonly number[];
  /** Values of a tile to choose from. */
  readonly offered?: readonly number[];
}

export type AskedOf = 'argument' | 'group' | 'items' | 'local' | 'groups' | 'tile';

/** By the asked's `id`. */
export type Answers = Readonly<Record<string, string>>;

/** An expression as a factor. */
export const bracketed = (text: string): string => (/^\w+$/.test(text) ? text : `(${text})`);

/** A list of numbers as a domain: `{4, 8}`. */
export const domainOf = (values: readonly number[]): string => `{${values.join(', ')}}`;

/** The numbers of such a list. */
export const valuesIn = (domain: string): readonly number[] =>
  [...domain.matchAll(/\d+/g)].map(([digits]) => Number(digits));

/** All that one kernel's text leaves open. */
export interface Missing {
  readonly text: string;
  readonly asked: readonly Asked[];
  readonly tiles: readonly Pick<Tile, 'name' | 'value' | 'isLiteral' | 'isOpen' | 'edits'>[];
  /** Conditions on the tiles that groups need. */
  readonly needs: readonly string[];
  readonly words: LanguageWords;
}

/** The answers settle a diagnostic: no fix of its own is needed. */
export function isAsked({ asked }: Missing, { code, fixes = [] }: Diagnostic): boolean {
  if (code === 'no-parameters' || code === 'missing-local-size') return true;
  return asked.some(({ of, name }) => of === 'argument' && fixes.some((fix) => fix.name === name));
}
