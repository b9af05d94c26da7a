import type { Span } from '../base/span.ts';
import type { Expression, Type } from './syntax.ts';

/** What a name stands for: a variable, or an expression in its place. */
export type Meaning = { readonly type: Type } | { readonly stands: (span: Span) => Expression };

/** Names visible from a place. */
export class Scope {
  readonly #names = new Map<string, Meaning>();
  readonly #types = new Map<string, Type>();
  readonly outer: Scope | undefined;

  constructor(outer?: Scope) {
    this.outer = outer;
  }

  declare(name: string, meaning: Meaning): void {
    this.#names.set(name, meaning);
  }

  find(name: string): Meaning | undefined {
    return this.#names.get(name) ?? this.outer?.find(name);
  }

  declareType(name: string, type: Type): void {
    this.#types.set(name, type);
  }

  typeNamed(name: string): Type | undefined {
    return this.#types.get(name) ?? this.outer?.typeNamed(name);
  }

  /** Names a type here. */
  has(name: string): boolean {
    return this.typeNamed(name) !== undefined;
  }
}
