import { type Diagnostic, Reports } from '../../base/diagnostic.ts';
import { lazy } from '../../base/lazy.ts';
import type { Span } from '../../base/span.ts';
import type { Facts } from '../../front/facts.ts';
import {
  type Expression,
  expressionsOf,
  type FunctionDeclaration,
  type Length,
  partsOf,
  pathOf,
  type Program,
} from '../../front/syntax.ts';
import type { Assumption } from '../finding.ts';
import type { MemoryObject, Value } from '../program.ts';
import { Emitter, type Item, type Label } from './emitter.ts';
import { type MemberPointers, memberPointers } from './member-pointers.ts';
import { namedConstant } from '../../front/literal.ts';
import { constant } from './make.ts';
import { type CType, scalarType, type StructType, VOID } from '../../front/types.ts';

/** The array, part of a struct, that a pointer points into: behind it other members lie. */
export interface Within {
  readonly array: string;
  /** Where several arrays may be meant, a register or a choice. */
  readonly elements: Value;
  /** The size of an element. */
  readonly bytes: number;
  /** The element that is pointed to. */
  readonly index: Value;
}

/** A C value: a scalar per lane, a struct's address, or nothing for `void`. */
export interface RValue {
  readonly type: CType;
  readonly lanes: readonly Value[];
  /** Pointers alone have it. */
  readonly within?: Within | undefined;
  /** Elements of the array that it was. */
  readonly elements?: number;
}

/** Can be read and, as a rule, assigned to. */
export type Place =
  | {
      readonly kind: 'registers';
      readonly type: CType;
      readonly registers: readonly number[];
      /** A pointer that stays in one array has its index in a register. */
      readonly within?: Within | undefined;
    }
  | {
      readonly kind: 'memory';
      readonly type: CType;
      readonly address: Value;
      readonly within?: Within | undefined;
      /** A subscript of a row of an array of several dimensions. */
      readonly inRow?: { readonly index: Value; readonly row: string; readonly elements: number };
    }
  /** Lanes of a vector in memory, by byte offsets. */
  | {
      readonly kind: 'lanes';
      readonly type: CType;
      readonly address: Value;
      readonly offsets: readonly number[];
    }
  | ({ readonly kind: 'value' } & RValue);

export class Scope {
  readonly #names = new Map<string, Place>();

  constructor(readonly outer?: Scope) {}

  find(name: string): Place | undefined {
    return this.#names.get(name) ?? this.outer?.find(name);
  }

  set(name: string, place: Place): void {
    this.#names.set(name, place);
  }
}

export interface GotoLabel {
  readonly label: Label;
  /** A `goto` that leads there. */
  from?: Span;
  isPlaced: boolean;
}

/** An image that the kernel is given. */
export interface Image {
  readonly address: Value;
  /** Pixels along each dimension, the first running fastest. */
  readonly sizes: readonly number[];
  /** Dimensions, the last ones, that number layers. */
  readonly layers: 0 | 1;
  readonly pixel: CType;
}

/** A function that is being inlined. */
export interface Frame {
  readonly name: string;
  readonly returns: CType;
  readonly result: Place | undefined;
  readonly exit: Label;
  /** Where `goto` leads, by the names of labels. */
  readonly labels: Map<string, GotoLabel>;
  /** Names it assigns to, and names whose address it takes. */
  readonly assigned: ReadonlySet<string>;
  /** Those of them that `=` gives a value. */
  readonly replaced: ReadonlySet<string>;
  readonly addressed: ReadonlySet<string>;
  /** Members and elements it assigns to, in pragma notation. */
  readonly paths: ReadonlySet<string>;
  readonly leading: () => MemberPointers;
  readonly outer?: Frame | undefined;
}

/** The NDRange in numbers. */
export interface Range {
  readonly local: readonly [number, number, number];
  readonly global: readonly [number, number, number];
  readonly dimensions: 1 | 2 | 3;
}

/** The reason a statement is not understood. The next statement catches it: it never leaves the
 * folder. */
export class Refused extends Error {
  constructor(readonly diagnostic: Diagnostic) {
    super(diagnostic.message);
  }
}

/** State shared while a kernel is built. */
export class Context {
  readonly emitter = new Emitter();
  readonly objects: MemoryObject[] = [];
  /** Facts that the text does not tell, and that are taken. */
  readonly assumptions: Assumption[] = [];
  /** Steps before the kernel's own. */
  readonly atStart: Item[] = [];
  /** Arguments that are arrays of others before them. */
  readonly shared: string[] = [];
  /** By their objects. */
  readonly images = new Map<number, Image>();
  /** Reported once, however often a function is inlined. */
  readonly reports = new Reports(({ code, span, message }) => {
    const key = `${code} ${span.start} ${span.end} ${message}`;
    return this.#said.size < this.#said.add(key).size;
  });
  readonly #said = new Set<string>();
  readonly globals = new Scope();
  scope = this.globals;
  frame: Frame;
  breakTo: Label | undefined;
  /** Initialisers write zeros for missing values. */
  zeroing = true;
  continueTo: Label | undefined;
  /** Parameters, platform constants, and arguments whose values the kernel requires. */
  values: Readonly<Record<string, number>>;
  /** Arguments that nobody states were given values for the sake of lengths. */
  takesLengths = false;
  /** Values of arguments in lengths alone. */
  openSizes: Readonly<Record<string, number>> = {};
  /** Structs in this configuration, and those being read. */
  readonly structs = {
    known: new Map<StructType<Length>, StructType>(),
    open: new Set<StructType<Length>>(),
  };
  /** Why variables could not be declared. */
  readonly #broken = new Map<string, Refused>();
  /** Registers of variables declared without a value. */
  readonly mayBeUnset = new Set<number>();
  /** One per declarator and the like, however often its function is inlined. */
  readonly #made = new Map<object, Map<object, Place>>();
  readonly #functions: ReadonlyMap<string, FunctionDeclaration>;

  /** The text without comments and directives. */
  readonly clean: string;

  constructor(
    readonly program: Program,
    readonly kernel: FunctionDeclaration,
    readonly facts: Facts,
    readonly range: Range,
    values: Readonly<Record<string, number>>,
    clean: string,
    /** It stands in an included text, which the user does not see. */
    readonly isIncluded: (span: Span) => boolean,
    /** Arguments that stated lengths name are not given values. */
    readonly areLengthsOpen: boolean,
  ) {
    this.clean = clean;
    this.values = values;
    this.frame = {
      name: kernel.name,
      returns: { kind: 'void' },
      result: undefined,
      exit: this.emitter.newLabel('end'),
      labels: new Map(),
      ...namesChanged(kernel),
      leading: lazy(() => memberPointers((name) => this.function(name), kernel)),
    };
    const functions = new Map<string, FunctionDeclaration>();
    for (const each of program.functions)
      if (each.body !== undefined || !functions.has(each.name)) functions.set(each.name, each);
    this.#functions = functions;
  }

  /** A named label of the current function. */
  labelOf(name: string): GotoLabel {
    const { labels } = this.frame;
    const made = labels.get(name) ?? { label: this.emitter.newLabel(name), isPlaced: false };
    labels.set(name, made);
    return made;
  }

  /** Ends the current function, placing the targets of `return` and `goto`. */
  endOfFunction(): void {
    for (const [name, { from, isPlaced }] of this.frame.labels)
      if (from !== undefined && !isPlaced)
        this.attempt(() => this.refuse(from, `There is no label ${name} that is ever reached.`));
    this.emitter.place(this.frame.exit);
  }

  function(name: string): FunctionDeclaration | undefined {
    return this.#functions.get(name);
  }

  /** A name's variable or number. */
  lookUp(name: string): Place | undefined {
    const found = this.scope.find(name);
    if (found !== undefined) return found;
    const known = namedConstant(name);
    if (known !== undefined)
      return {
        kind: 'value',
        type: known.type === 'pointer' ? { kind: 'pointer', to: VOID } : scalarType(known.type),
        lanes: [constant(known.type, known.value)],
      };
    const reason = this.#broken.get(name);
    if (reason !== undefined) throw reason;
    const given = Object.hasOwn(this.values, name) ? this.values[name] : undefined;
    if (given === undefined) return undefined;
    const type = given === (given | 0) ? 'int' : 'long';
    return { kind: 'value', type: scalarType(type), lanes: [constant(type, given)] };
  }

  /** Says once what an answer rests on. */
  assume(assumption: Assumption): void {
    if (this.assumptions.every(({ holdsIf }) => holdsIf !== assumption.holdsIf))
      this.assumptions.push(assumption);
  }

  /** Source text as written, in one line. */
  text({ start, end }: Span): string {
    const text = this.clean.slice(start, end).replace(/\s+/g, ' ').trim();
    return text.length > 80 ? `${text.slice(0, 77)}...` : text;
  }

  /** @throws {Refused} always. */
  refuse(span: Span, message: string, hint?: string): never {
    const reports = new Reports();
    reports.error('values-unsupported', span, message, hint);
    const [diagnostic] = reports.all;
    if (diagnostic === undefined) throw new Error(message);
    throw new Refused(diagnostic);
  }

  /** Reports refusals; uses of the named variable are then refused for the same reason. */
  attempt(work: () => void, variable?: string): void {
    try {
      work();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      const { code, span, message, hint } = error.diagnostic;
      this.reports.error(code, span, message, hint);
      if (variable !== undefined) this.#broken.set(variable, error);
    }
  }

  /** A refused declaration is reported at the variable's first use. */
  whereUsed(name: string, work: () => void): void {
    try {
      work();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.#broken.set(name, error);
    }
  }

  /** Makes a variable's place only once, however often its function is inlined; a pointer's for each call, as by its
   * register it is known what it may point to. */
  once(owner: object, { kind }: CType, make: () => Place): Place {
    const of = kind === 'pointer' ? this.frame : this;
    const made = this.#made.get(of) ?? new Map<object, Place>();
    this.#made.set(of, made);
    const place = made.get(owner) ?? make();
    made.set(owner, place);
    return place;
  }

  /** Memory for something, and its address. */
  object(object: MemoryObject): Value {
    this.objects.push(object);
    return { kind: 'address', type: 'pointer', object: this.objects.length - 1 };
  }
}

/** Names a function assigns to or takes addresses of; a name covers all its variables. */
export function namesChanged(declaration: FunctionDeclaration): {
  readonly assigned: ReadonlySet<string>;
  readonly replaced: ReadonlySet<string>;
  readonly addressed: ReadonlySet<string>;
  readonly paths: ReadonlySet<string>;
} {
  const assigned = new Set<string>();
  const replaced = new Set<string>();
  const addressed = new Set<string>();
  const paths = new Set<string>();
  const add = (names: Set<string>, expression: Expression): void => {
    let inner = expression;
    while (inner.kind === 'member' && !inner.arrow) inner = inner.object;
    if (inner.kind === 'name') names.add(inner.name);
  };
  for (const expression of expressionsOf(declaration.body)) {
    const target =
      expression.kind === 'assign'
        ? expression.target
        : expression.kind === 'update'
          ? expression.operand
          : undefined;
    if (target !== undefined) {
      add(assigned, target);
      if (expression.kind === 'assign' && expression.operator === '=') add(replaced, target);
      paths.add(pathOf(target) ?? '');
    }
    if (expression.kind === 'unary' && expression.operator === '&')
      add(addressed, expression.operand);
  }
  return { assigned, replaced, addressed, paths };
}

/** Evaluating it changes a variable. */
export const changesVariables = (expression: Expression): boolean =>
  expression.kind === 'assign' ||
  expression.kind === 'update' ||
  partsOf(expression).some(changesVariables);
