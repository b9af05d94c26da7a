import { Reports } from '../base/diagnostic.ts';
import type { Span } from '../base/span.ts';
import { binary, mentions, substitute } from './algebra.ts';
import { isItemName, name, num, type Expr } from './expr.ts';
import type { Named } from './expr-parser.ts';
import {
  type Access,
  type Block,
  type Carried,
  expressionsOf,
  type LocalArray,
  type Node,
  nodesIn,
  type Operations,
  type Parameter,
} from './ir.ts';
import type { Geometry } from './geometry.ts';
import { Bounds } from './range.ts';
import { added } from './operations.ts';
import type { AssumePragma, TargetPragma, TripsPragma, UnrollPragma } from './pragma.ts';
import type { Expression, FunctionDeclaration, Program, TypeName } from './syntax.ts';
import { integerOfType, typeOf, type TypeScope, type ValueType } from './expression-type.ts';
import { bytesOfType } from './touched.ts';
import { type IntegerType, lanesOf } from './types.ts';
import { arrayOf, Scope, type State, type Value, type Variable } from './values.ts';

/** Statements lowered at most, counting each inlining and each look at a loop. */
const BUDGET = 40_000;

/** The text is too large to be lowered; caught where lowering begins. */
export class OutOfBudget extends Error {}

/** Which element of a `__local` array an access touches, for the race check. */
export interface Touch {
  readonly array: Variable;
  readonly index: Expr;
  readonly atomic: boolean;
  /** The stored value is the same for all items of the group. */
  readonly same: boolean;
}

/** What the pragmas of the text say, sorted. */
export interface Facts {
  readonly costs: ReadonlyMap<string, TargetPragma>;
  readonly values: ReadonlyMap<string, TargetPragma>;
  readonly barriers: ReadonlySet<string>;
  readonly trips: readonly TripsPragma[];
  readonly assumes: readonly AssumePragma[];
  readonly locals: ReadonlyMap<string, TargetPragma>;
  readonly constants: ReadonlyMap<string, Expr>;
  /** Names of parameters, platform constants and `size`. */
  readonly known: ReadonlySet<string>;
  /** Whether arithmetic costs time. */
  readonly arithmetic?: boolean;
  /** Whether the IR says which memory is touched and what is computed. */
  readonly accesses?: boolean;
  /** What a compiler makes of it, where that is said. */
  readonly strides?: ReadonlyMap<string, TargetPragma>;
  readonly instructions?: ReadonlyMap<string, TargetPragma>;
  readonly registers?: Expr | undefined;
  /** What is in arrays before the kernel runs, where a pragma says so. */
  readonly contents?: ReadonlyMap<string, Content>;
  /** `#pragma unroll`. */
  readonly unrolls?: readonly UnrollPragma[];
}

/** The elements of an array as an expression of their index. */
export interface Content {
  readonly array: string;
  readonly index: string;
  readonly expr: Expr;
}

/** The function that is being lowered. */
export interface Frame {
  readonly name: string;
  /** Holds the value of a helper while it is lowered; absent for the kernel. */
  readonly result?: Variable;
  readonly outer?: Frame | undefined;
}

/** Everything that lowering carries along. */
export class Context {
  /** Each thing is said once, and nothing of a rehearsal. */
  readonly reports = new Reports(({ code, span, message }) => {
    const key = `${code} ${span.start} ${span.end} ${message}`;
    return this.quiet === 0 && this.seen.size < this.seen.add(key).size;
  });
  readonly touches = new Map<Access, Touch>();
  /** Names of the indices that touches mention, also where the cost IR does not. */
  readonly indices = new Map<Node, string>();
  indexNames = new Set<string>();
  /** What is known of the names in expressions, at the statement at hand. */
  readonly bounds: Bounds;
  readonly locals: LocalArray[] = [];
  /** What an item keeps in private memory, by its variable. */
  readonly kept = new Map<Variable, LocalArray>();
  /** Expressions that are the values of loads, and arrays that are written. */
  readonly brought = new Set<Expr>();
  readonly written = new Set<string>();
  readonly functions = new Map<string, FunctionDeclaration>();
  /** File scope. */
  readonly globals = new Scope();
  /** What names mean at the statement at hand. */
  scope = this.globals;
  state: State = new Map();
  frame: Frame | undefined;
  /** Is told where the statements of the kernel itself begin, as they are lowered. */
  watch: (offset: number) => void = () => undefined;
  /** Variables whose address somebody has. */
  readonly addressed = new Set<Variable>();
  /** The expression at hand. */
  here: Span = { start: 0, end: 0 };
  /** Above zero inside a side of a branch that was chosen, not derived. */
  assumed = 0;
  /** Set after a switch, a branch or a loop could not be followed further. */
  private quiet = 0;
  private steps = 0;
  private ids = 0;
  private nodes: Node[] = [];
  private accesses: Access[] = [];
  private carried: Carried | undefined;
  /** How many operations the arithmetic of a statement is. */
  private readonly operations = new WeakMap<Access, number>();
  private readonly seen = new Set<string>();
  private readonly types = new WeakMap<Expression, ValueType>();
  private readonly typeScope: TypeScope = {
    variableType: (text) => {
      const variable = this.scope.find(text);
      return variable && { ...variable.type, dimensions: variable.dimensions };
    },
    returnType: (text) => this.functions.get(text)?.returns,
    memberType: (struct, field) => memberOf(this.program, struct, field),
    typeOf: (expression) => this.typeOf(expression),
  };

  constructor(
    readonly program: Program,
    readonly facts: Facts,
    readonly geometry: Geometry,
    /** Kernel text without comments, in which pragmas are found before loops. */
    readonly clean: string,
    parameters: readonly Parameter[],
  ) {
    this.bounds = new Bounds(facts.known, geometry, parameters);
    // The first with a body, else the last prototype.
    for (const declaration of program.functions)
      if (this.functions.get(declaration.name)?.body === undefined)
        this.functions.set(declaration.name, declaration);
  }

  /** Notes a `__local` array or variable, once however often its declaration is lowered. */
  localArray(variable: Variable, lengths: readonly (Expr | undefined)[], span: Span): void {
    if (this.quiet > 0 || this.locals.some((known) => known.span.start === span.start)) return;
    const { name: text, type } = variable;
    let elements: Expr | undefined = num(lanesOf(type));
    for (const length of lengths.toReversed())
      elements =
        elements === undefined || length === undefined ? undefined : binary('*', length, elements);
    const bytes = this.facts.accesses === true ? bytesOfType(this.program, type) : undefined;
    const scalar = bytes === undefined ? undefined : bytes / lanesOf(type);
    if (elements !== undefined)
      this.locals.push({
        ...{ name: text, elements, span },
        ...(scalar !== undefined && { bytes: scalar }),
      });
    else
      this.reports.warning(
        'unknown-size',
        span,
        `How large ${text} is, is not known; it is not counted against the local memory.`,
        `Say how many elements it has: #pragma tuner local ${text} = WG`,
        [{ line: `#pragma tuner local ${text} = WG`, where: 'top' }],
      );
  }

  /** Says that arithmetic may leave the range of its type, and a decision hangs on it. */
  mayWrap(span: Span, type: string): void {
    const isUnsigned = type.startsWith('u');
    this.reports.warning(
      'may-wrap',
      span,
      `This is of type ${type}, ${isUnsigned ? 'which has no negative values' : 'which holds no more than its bits do'}: it may wrap around here, and what is decided by it is another thing then.`,
      isUnsigned
        ? 'Where a negative value is meant, convert to int first: (int)get_local_id(0) - 1.'
        : 'Take a wider type, or say what the value is with #pragma tuner value.',
    );
  }

  /** True while a function is inlined. */
  get isHelper(): boolean {
    return this.frame?.result !== undefined;
  }

  step(): void {
    this.steps += 1;
    if (this.steps > BUDGET) throw new OutOfBudget();
  }

  variable(name: string, type: TypeName, memory?: 'global' | 'local', dimensions = 0): Variable {
    this.ids += 1;
    const { id } = { id: this.ids };
    const isWhole = memory === undefined && dimensions === 0 && type.pointers === 0;
    const struct = isWhole ? this.program.structs.get(type.base) : undefined;
    if (struct === undefined || struct.union) return { id, name, type, memory, dimensions };
    const members = new Map<string, Variable>();
    for (const { name: field, type: own, sizes } of struct.members) {
      const member = this.variable(`${name}.${field}`, own, undefined, sizes.length);
      if (sizes.length > 0) {
        const inner = sizes.slice(1).map(() => undefined);
        this.state.set(member, arrayOf(member, 'private', inner, own));
      }
      if (field !== '') members.set(field, member);
      else for (const [text, one] of member.members ?? []) members.set(text, one);
    }
    return { id, name, type, memory, dimensions, members };
  }

  /** A new variable of the scope. */
  declare(name: string, type: TypeName, memory?: 'global' | 'local', dimensions = 0): Variable {
    const variable = this.variable(name, type, memory, dimensions);
    this.scope.declare(variable);
    return variable;
  }

  /** The C type of an expression at the place of the statement at hand; undefined where it is not known. It is
   * the same however often the expression is lowered. */
  typeOf(expression: Expression): ValueType | undefined {
    const known = this.types.get(expression);
    if (known !== undefined) return known;
    const type = typeOf(expression, this.typeScope);
    if (type !== undefined) this.types.set(expression, type);
    return type;
  }

  /** The integer type of an expression; undefined where it has none or another one. */
  integerOf(expression: Expression): IntegerType | undefined {
    return integerOfType(this.typeOf(expression));
  }

  /** From here on it is not known which work-items are still there: no more races are looked for. */
  doubt(): void {
    if (this.quiet === 0) this.assumed += 1;
  }

  /** Adds to the statement at hand; what costs nothing is left out. */
  access(access: Access, touch?: Touch): void {
    if (access.ticks.kind === 'number' && access.ticks.value === 0) return;
    this.accesses.push(access);
    if (touch !== undefined && this.assumed === 0 && this.quiet === 0)
      this.touches.set(access, touch);
  }

  /** Adds operations of arithmetic to the statement at hand, where they cost time. */
  operate(count: number, span: Span, operations?: Operations): void {
    if (count === 0) return;
    const at = this.accesses.findIndex(({ kind }) => kind === 'arithmetic');
    const known = this.accesses[at];
    const all = count + (known === undefined ? 0 : (this.operations.get(known) ?? 0));
    const access: Access = {
      ...{ kind: 'arithmetic', space: 'private', name: 'arithmetic' },
      ticks: binary('*', name('AT'), num(all)),
      span: known?.span ?? span,
      ...(operations && { operations: added(known?.operations, operations) }),
    };
    this.operations.set(access, all);
    if (known === undefined) this.accesses.push(access);
    else this.accesses[at] = access;
  }

  /** The statement at hand computes something from what it was. */
  carries(carried: Carried): void {
    this.carried = carried;
  }

  /** Notes what an item keeps in private memory. */
  keep(variable: Variable, words: Expr, span: Span): void {
    if (this.quiet === 0) this.kept.set(variable, { name: variable.name, elements: words, span });
  }

  /** Closes the statement at hand: its accesses become one `Work`. */
  flush(span: Span): void {
    const { carried } = this;
    this.carried = undefined;
    if (this.accesses.length === 0) return;
    this.nodes.push({ kind: 'work', accesses: this.accesses, span, ...(carried && { carried }) });
    this.accesses = [];
  }

  /** Adds a node after the accesses so far. */
  push(node: Node): void {
    this.flush(node.span);
    this.nodes.push(node);
  }

  append(block: Block): void {
    for (const node of block) this.nodes.push(node);
  }

  /** Takes back the accesses of the statement at hand, to be merged with others. */
  pending(): Access[] {
    const { accesses } = this;
    this.accesses = [];
    return accesses;
  }

  /** Runs something and gives the nodes it makes. */
  capture(span: Span, work: () => void): Node[] {
    const { nodes, accesses } = this;
    this.nodes = [];
    this.accesses = [];
    work();
    this.flush(span);
    const made = this.nodes;
    this.nodes = nodes;
    this.accesses = accesses;
    return made;
  }

  /** Runs something for its effect on values alone: no diagnostics, no nodes. */
  rehearse<T>(span: Span, work: () => T): T {
    this.quiet += 1;
    const names = new Set(this.indexNames);
    let result: T | undefined;
    try {
      this.capture(span, () => {
        result = work();
      });
    } finally {
      // What ends a rehearsal early is said all the same.
      this.indexNames = names;
      this.quiet -= 1;
    }
    return result as T;
  }

  /** A name for the number of an iteration that nothing else has. */
  indexName(wanted: string): string {
    for (let i = 1; ; i += 1) {
      const candidate = i === 1 ? wanted : `${wanted}_${i}`;
      if (this.isGiven(candidate) || this.indexNames.has(candidate)) continue;
      this.indexNames.add(candidate);
      return candidate;
    }
  }

  /** True for the names that an expression may have without a declaration. */
  private isGiven(name: string): boolean {
    return this.facts.known.has(name) || isItemName(name);
  }

  /** True when a touch mentions the index. */
  traces(index: string): boolean {
    for (const touch of this.touches.values()) if (mentions(touch.index, index)) return true;
    return false;
  }

  /** The pragma of some that stands right before a place, with nothing but space between. */
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

  /** The expression of a pragma with the names of the text put in. Names that stay unknown are
   * reported at their place in the pragma. */
  resolve(
    pragma: TargetPragma | TripsPragma,
    find: (name: string) => Value | undefined,
  ): Expr | undefined {
    const written = pragma.value;
    const values = new Map<string, Expr>();
    let bad: Named | undefined;
    for (const named of written.names) {
      const { name } = named;
      if (this.isGiven(name)) continue;
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

/** The type of a member of a struct or union, also of one without a name inside of it. */
export function memberOf(program: Program, struct: string, field: string): ValueType | undefined {
  for (const { name, type, sizes } of program.structs.get(struct)?.members ?? []) {
    if (name === field) return { ...type, dimensions: sizes.length };
    const inner = name === '' ? memberOf(program, type.base, field) : undefined;
    if (inner !== undefined) return inner;
  }
  return undefined;
}

/** A name that cannot be one of the text, for a value that is not known yet. */
export const symbolOf = (variable: Variable): string => `#${variable.id}`;

/** True if any expression below mentions the name. */
export function blockMentions(block: Block, name: string): boolean {
  for (const node of nodesIn(block))
    if (expressionsOf(node).some((expr) => mentions(expr, name))) return true;
  return false;
}
