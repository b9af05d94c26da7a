import type { Charges } from './charges.ts';
import { Reports } from '../base/diagnostic.ts';
import type { Facts } from '../front/facts.ts';
import type { Span } from '../base/span.ts';
import { binary, mentions, substitute } from '../front/algebra.ts';
import { isItemName, name, num, type Expr } from '../front/expr.ts';
import type { Named } from '../front/token-reader.ts';
import {
  type Access,
  type Block,
  type Carried,
  type LocalArray,
  type Node,
  type Operations,
} from './ir.ts';
import type { Parameter } from '../front/configurations.ts';
import type { Geometry } from './geometry.ts';
import { fieldsOf } from './lanes.ts';
import { Bounds } from './range.ts';
import { added } from './operations.ts';
import { type LanguageWords, WORDS_OF } from '../front/language.ts';
import type { TargetPragma, TripsPragma } from '../front/pragma.ts';
import type { FunctionDeclaration, Program, Type } from '../front/syntax.ts';
import { bytesOfType } from './touched.ts';
import { innermost, lengthsOf, roomOf } from '../front/types.ts';
import { arrayOf, Scope, type State, type Value, type Variable } from './values.ts';

/** Counts each inlining and each look at a loop. */
const BUDGET = 40_000;

/** Thrown for too large a text; caught where lowering begins. */
export class OutOfBudget extends Error {}

/** An access to a `__local` array, for the race check. */
export interface Touch {
  readonly array: Variable;
  readonly index: Expr;
  readonly atomic: boolean;
  /** All items of the group store the same value. */
  readonly same: boolean;
}

/** The function that is being lowered. */
export interface Frame {
  readonly name: string;
  /** The value of a helper being lowered; absent for the kernel. */
  readonly result?: Variable;
  readonly outer?: Frame | undefined;
}

/** Everything that lowering carries along. */
export class Context {
  /** Each thing is said once; rehearsals say nothing. */
  readonly reports = new Reports(({ code, span, message }) => {
    const key = `${code} ${span.start} ${span.end} ${message}`;
    return this.#quiet === 0 && this.#seen.size < this.#seen.add(key).size;
  });
  readonly touches = new Map<Access, Touch>();
  /** Indices that touches mention, even those the cost IR does not. */
  readonly indices = new Map<Node, string>();
  indexNames = new Set<string>();
  /** Facts about names, at the statement at hand. */
  readonly bounds: Bounds;
  readonly locals: LocalArray[] = [];
  /** Private memory of an item, by variable. */
  readonly kept = new Map<Variable, LocalArray>();
  /** Expressions that are the values of loads, and arrays that are written. */
  readonly brought = new Set<Expr>();
  readonly written = new Set<string>();
  readonly functions = new Map<string, FunctionDeclaration>();
  /** File scope. */
  readonly globals = new Scope();
  /** Meaning of names at the statement at hand. */
  scope = this.globals;
  state: State = new Map();
  frame: Frame | undefined;
  /** Told where each statement of the kernel itself begins. */
  watch: (offset: number) => void = () => undefined;
  /** Variables whose address somebody has. */
  readonly addressed = new Set<Variable>();
  /** The expression at hand. */
  here: Span = { start: 0, end: 0 };
  /** Above zero inside a branch side that was chosen, not derived. */
  assumed = 0;
  /** Set once control flow could not be followed further. */
  #quiet = 0;
  #steps = 0;
  #ids = 0;
  readonly #named = new Map<string, number>();
  #nodes: Node[] = [];
  #accesses: Access[] = [];
  #carried: Carried | undefined;
  /** Operations of arithmetic in each statement. */
  readonly #operations = new WeakMap<Access, number>();
  readonly #seen = new Set<string>();

  constructor(
    readonly program: Program,
    readonly facts: Facts,
    readonly charges: Charges,
    readonly geometry: Geometry,
    /** Text without comments, to find pragmas before loops. */
    readonly clean: string,
    parameters: readonly Parameter[],
  ) {
    this.bounds = new Bounds(facts.known, geometry, parameters);
    // The first with a body, else the last prototype.
    for (const declaration of program.functions)
      if (this.functions.get(declaration.name)?.body === undefined)
        this.functions.set(declaration.name, declaration);
  }

  /** Notes each `__local` once, however often its declaration is lowered. */
  localArray(variable: Variable, lengths: readonly (Expr | undefined)[], span: Span): void {
    if (this.#quiet > 0 || this.locals.some((known) => known.span.start === span.start)) return;
    const { name: text, type } = variable;
    const element = innermost(type);
    let elements: Expr | undefined = num(roomOf(element));
    for (const length of lengths.toReversed())
      elements =
        elements === undefined || length === undefined ? undefined : binary('*', length, elements);
    const bytes = bytesOfType(element);
    const scalar = bytes === undefined ? undefined : bytes / roomOf(element);
    if (elements !== undefined)
      this.locals.push({
        name: text,
        elements,
        span,
        ...(scalar !== undefined && { bytes: scalar }),
      });
    else
      this.reports.warning(
        'unknown-size',
        span,
        `How large ${text} is, is not known; it is not counted against the ${this.words.local}.`,
        `Say how many elements it has: #pragma tuner local ${text} = WG`,
        [{ line: `#pragma tuner local ${text} = WG`, where: 'top' }],
      );
  }

  get words(): LanguageWords {
    return WORDS_OF[this.program.language];
  }

  /** Warns that a decision hangs on arithmetic that may wrap. */
  mayWrap(span: Span, type: string): void {
    const isUnsigned = type.startsWith('u');
    this.reports.warning(
      'may-wrap',
      span,
      `This is of type ${type}, ${isUnsigned ? 'which has no negative values' : 'which holds no more than its bits do'}: it may wrap around here, and what is decided by it is another thing then.`,
      isUnsigned
        ? 'Where a negative value is meant, convert to int first: (int)i - 1.'
        : 'Take a wider type, or say what the value is with #pragma tuner value.',
    );
  }

  /** True while a function is inlined. */
  get isHelper(): boolean {
    return this.frame?.result !== undefined;
  }

  /** Nothing but values is looked for. */
  get isRehearsing(): boolean {
    return this.#quiet > 0;
  }

  step(): void {
    this.#steps += 1;
    if (this.#steps > BUDGET) throw new OutOfBudget();
  }

  variable(name: string, type: Type, about: Pick<Variable, 'memory' | 'space'> = {}): Variable {
    this.#ids += 1;
    const count = (this.#named.get(name) ?? 0) + 1;
    this.#named.set(name, count);
    const own = { id: this.#ids, key: `${name}#${count}`, name, type, ...about };
    if (about.memory !== undefined) return own;
    const fields = fieldsOf(type);
    if (fields === undefined) return own;
    const members = new Map<string, Variable>();
    for (const { name: field, type: inside } of fields) {
      const member = this.variable(`${name}.${field}`, inside);
      if (inside.kind === 'array') {
        const inner = lengthsOf(inside.of).map(() => undefined);
        this.state.set(member, arrayOf(member, 'private', inner, innermost(inside)));
      }
      if (field !== '') members.set(field, member);
      else for (const [text, one] of member.members ?? []) members.set(text, one);
    }
    return { ...own, members };
  }

  /** A new variable of the scope. */
  declare(name: string, type: Type, about: Pick<Variable, 'memory' | 'space'> = {}): Variable {
    const variable = this.variable(name, type, about);
    this.scope.declare(variable);
    return variable;
  }

  /** From here on work-items may be missing: no more races are looked for. */
  doubt(): void {
    if (this.#quiet === 0) this.assumed += 1;
  }

  /** Adds to the statement at hand, unless it is free. */
  access(access: Access, touch?: Touch): void {
    const { ticks, touched } = access;
    if (touched === undefined && ticks.kind === 'number' && ticks.value === 0) return;
    this.#accesses.push(access);
    if (touch !== undefined && this.assumed === 0 && this.#quiet === 0)
      this.touches.set(access, touch);
  }

  /** Adds arithmetic to the statement at hand, where it costs time. */
  operate(count: number, span: Span, operations?: Operations): void {
    if (count === 0) return;
    const at = this.#accesses.findIndex(({ kind }) => kind === 'arithmetic');
    const known = this.#accesses[at];
    const all = count + (known === undefined ? 0 : (this.#operations.get(known) ?? 0));
    const access: Access = {
      kind: 'arithmetic',
      space: 'private',
      name: 'arithmetic',
      ticks: binary('*', name('AT'), num(all)),
      span: known?.span ?? span,
      ...(operations && { operations: added(known?.operations, operations) }),
    };
    this.#operations.set(access, all);
    if (known === undefined) this.#accesses.push(access);
    else this.#accesses[at] = access;
  }

  /** The statement at hand updates something from its old value. */
  carries(carried: Carried): void {
    this.#carried = carried;
  }

  /** Notes what an item keeps in private memory. */
  keep(variable: Variable, words: Expr, span: Span): void {
    if (this.#quiet === 0) this.kept.set(variable, { name: variable.name, elements: words, span });
  }

  /** Closes the statement: its accesses become one `Work`. */
  flush(span: Span): void {
    const carried = this.#carried;
    this.#carried = undefined;
    if (this.#accesses.length === 0) return;
    this.#nodes.push({ kind: 'work', accesses: this.#accesses, span, ...(carried && { carried }) });
    this.#accesses = [];
  }

  /** Adds a node after the accesses so far. */
  push(node: Node): void {
    this.flush(node.span);
    this.#nodes.push(node);
  }

  append(block: Block): void {
    for (const node of block) this.#nodes.push(node);
  }

  /** Takes back the statement's accesses, to merge with others. */
  pending(): Access[] {
    const accesses = this.#accesses;
    this.#accesses = [];
    return accesses;
  }

  /** Runs something and gives the nodes it makes. */
  capture(span: Span, work: () => void): Node[] {
    const nodes = this.#nodes;
    const accesses = this.#accesses;
    this.#nodes = [];
    this.#accesses = [];
    work();
    this.flush(span);
    const made = this.#nodes;
    this.#nodes = nodes;
    this.#accesses = accesses;
    return made;
  }

  /** Runs for its effect on values alone: no diagnostics, no nodes. */
  rehearse<T>(span: Span, work: () => T): T {
    this.#quiet += 1;
    const names = new Set(this.indexNames);
    let result: T | undefined;
    try {
      this.capture(span, () => {
        result = work();
      });
    } finally {
      // Reasons for ending a rehearsal early are reported all the same.
      this.indexNames = names;
      this.#quiet -= 1;
    }
    return result as T;
  }

  /** A unique name for an iteration number. */
  indexName(wanted: string): string {
    for (let i = 1; ; i += 1) {
      const candidate = i === 1 ? wanted : `${wanted}_${i}`;
      if (this.#isGiven(candidate) || this.indexNames.has(candidate)) continue;
      this.indexNames.add(candidate);
      return candidate;
    }
  }

  /** Names that expressions may use without a declaration. */
  #isGiven(name: string): boolean {
    return this.facts.known.has(name) || isItemName(name);
  }

  /** True when a touch mentions the index. */
  traces(index: string): boolean {
    for (const touch of this.touches.values()) if (mentions(touch.index, index)) return true;
    return false;
  }

  /** The pragma right before a place, with only space between. */
  pragmaBefore<P extends { readonly span: Span }>(
    pragmas: readonly P[],
    place: Span,
  ): P | undefined {
    return pragmas.find(
      ({ span }) =>
        span.end <= place.start && /^[\s]*$/.test(this.clean.slice(span.end, place.start)),
    );
  }

  /** Reports what there is no model for. */
  refuse(span: Span, what: string, hint?: string): void {
    this.reports.error('unsupported', span, `This cannot be modelled: ${what}.`, hint);
  }

  /** A pragma's expression with names resolved; unknown ones are reported in the pragma. */
  resolve(
    pragma: TargetPragma | TripsPragma,
    find: (name: string) => Value | undefined,
  ): Expr | undefined {
    const written = pragma.value;
    const values = new Map<string, Expr>();
    let bad: Named | undefined;
    for (const named of written.names) {
      const { name } = named;
      if (this.#isGiven(name)) continue;
      const constant = this.facts.constants.get(name);
      const value = constant === undefined ? find(name) : undefined;
      if (constant !== undefined) values.set(name, constant);
      else if (value?.kind === 'int') values.set(name, value.expr);
      else bad ??= named;
    }
    if (bad === undefined) return substitute(written.expr, values);
    this.reports.error(
      'unknown-name',
      bad.span,
      `${bad.name} has no value that is known here.`,
      `Use ${[...this.facts.known].join(', ')}, lid, gid or group.`,
    );
    return undefined;
  }
}

/** `#` keeps it apart from all names of the text. */
export const symbolOf = (variable: Variable): string => `#${variable.id}`;
