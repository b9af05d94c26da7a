import type { Span } from '../base/span.ts';

/** The syntax tree that lowering reads: plain data with places in the kernel text, so that the parser's
 * own tree can be freed at once. */

const ADDRESS_SPACES = ['global', 'local', 'constant', 'private'] as const;

export type AddressSpace = (typeof ADDRESS_SPACES)[number];

export const isAddressSpace = (word: string): word is AddressSpace =>
  (ADDRESS_SPACES as readonly string[]).includes(word);

export interface TypeName {
  /** `int`, `float4`, `struct P`, `union U`: no qualifiers, no pointers. */
  readonly base: string;
  /** Levels of `*`. */
  readonly pointers: number;
  readonly space?: AddressSpace | undefined;
  /** Of arrays of it, in a cast or sizeof alone: their sizes, outermost first; null for a pointer to the rest. */
  readonly sizes?: readonly (Expression | null)[];
}

export const INT: TypeName = { base: 'int', pointers: 0 };

/** An expression, with its place. */
export type Expression = { readonly span: Span } & (
  | { readonly kind: 'number'; readonly text: string }
  | { readonly kind: 'string' }
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'unary'; readonly operator: string; readonly operand: Expression }
  | {
      readonly kind: 'update';
      readonly operator: '++' | '--';
      readonly prefix: boolean;
      readonly operand: Expression;
    }
  | {
      readonly kind: 'binary';
      readonly operator: string;
      readonly left: Expression;
      readonly right: Expression;
    }
  /** The operator is `=`, or that of a compound assignment without its `=`. */
  | {
      readonly kind: 'assign';
      readonly operator: string;
      readonly target: Expression;
      readonly value: Expression;
    }
  | {
      readonly kind: 'conditional';
      readonly condition: Expression;
      readonly then: Expression;
      readonly otherwise: Expression;
    }
  | { readonly kind: 'call'; readonly callee: Expression; readonly args: readonly Expression[] }
  | { readonly kind: 'index'; readonly array: Expression; readonly index: Expression }
  | {
      readonly kind: 'member';
      readonly object: Expression;
      readonly arrow: boolean;
      readonly field: string;
    }
  | { readonly kind: 'cast'; readonly type: TypeName; readonly operands: readonly Expression[] }
  | {
      readonly kind: 'list';
      readonly items: readonly Expression[];
      readonly comma: boolean;
      /** Of an initializer with `.x = `: the members that its items are for. */
      readonly fields?: readonly (string | undefined)[] | undefined;
      /** With `[3] = `: the elements that they are for. */
      readonly places?: readonly (Expression | undefined)[] | undefined;
    }
  /** Of a type, or of an expression, which is not evaluated. */
  | {
      readonly kind: 'sizeof';
      readonly type: TypeName | undefined;
      readonly operand?: Expression | undefined;
    }
  | { readonly kind: 'unsupported'; readonly what: string }
);

/** The expressions that one is made of, outermost parts only. */
export function partsOf(expression: Expression): readonly Expression[] {
  switch (expression.kind) {
    case 'unary':
    case 'update':
      return [expression.operand];
    case 'binary':
      return [expression.left, expression.right];
    case 'assign':
      return [expression.target, expression.value];
    case 'conditional':
      return [expression.condition, expression.then, expression.otherwise];
    case 'call':
      return expression.args;
    case 'index':
      return [expression.array, expression.index];
    case 'member':
      return [expression.object];
    case 'cast':
      return expression.operands;
    case 'list':
      return expression.items;
    default:
      return [];
  }
}

/** A member or an element as a pragma names it; undefined for what has no such name. */
export function pathOf(expression: Expression): string | undefined {
  switch (expression.kind) {
    case 'name':
      return expression.name;
    case 'member': {
      const { object, arrow, field } = expression;
      const pointer =
        object.kind === 'unary' && object.operator === '*' ? object.operand : undefined;
      const base = pathOf(pointer ?? object);
      return base === undefined ? undefined : `${base}${arrow || pointer ? '->' : '.'}${field}`;
    }
    case 'index': {
      const base = pathOf(expression.array);
      const { index } = expression;
      return base === undefined || index.kind !== 'number' ? undefined : `${base}[${index.text}]`;
    }
    default:
      return undefined;
  }
}

/** Expressions of one kind. */
export type Of<Kind extends Expression['kind']> = Extract<Expression, { kind: Kind }>;

export interface Declarator {
  readonly name: string;
  readonly nameSpan: Span;
  readonly type: TypeName;
  /** Sizes, outermost first; null for `[]`. */
  readonly sizes: readonly (Expression | null)[];
  readonly init: Expression | undefined;
  /** `volatile` stands in its declaration. */
  readonly isVolatile?: boolean;
  /** What cannot be modelled about it, such as a pointer to a function. */
  readonly unsupported: string | undefined;
}

/** A statement, with its place. A block has a `label` where `goto` leads to it; of a `goto`, it is where that
 * leads. */
export type Statement = { readonly span: Span } & (
  | { readonly kind: 'block'; readonly body: readonly Statement[]; readonly label?: string }
  | { readonly kind: 'declaration'; readonly declarators: readonly Declarator[] }
  | { readonly kind: 'expression' | 'return'; readonly value?: Expression | undefined }
  | { readonly kind: 'break' | 'continue' }
  | { readonly kind: 'unsupported'; readonly what: string; readonly label?: string }
  /** `head` is the place of `if (...)` and its like. */
  | ({ readonly head: Span } & (
      | {
          readonly kind: 'if';
          readonly condition: Expression;
          readonly then: Statement;
          readonly otherwise: Statement | undefined;
        }
      | {
          readonly kind: 'loop';
          readonly form: 'for' | 'while' | 'do';
          readonly init: Statement | undefined;
          readonly condition: Expression | undefined;
          readonly update: Expression | undefined;
          readonly body: Statement;
        }
      | {
          readonly kind: 'switch';
          readonly value: Expression;
          readonly cases: readonly {
            readonly value: Expression | undefined;
            readonly body: readonly Statement[];
          }[];
        }
    ))
);

/** The statements inside of one, and the expressions in it that are in none of them. */
export function insideOf(statement: Statement): {
  readonly statements: readonly (Statement | undefined)[];
  readonly expressions: readonly (Expression | undefined)[];
} {
  switch (statement.kind) {
    case 'block':
      return { statements: statement.body, expressions: [] };
    case 'declaration':
      return { statements: [], expressions: statement.declarators.map(({ init }) => init) };
    case 'expression':
    case 'return':
      return { statements: [], expressions: [statement.value] };
    case 'if': {
      const { condition, then, otherwise } = statement;
      return { statements: [then, otherwise], expressions: [condition] };
    }
    case 'loop': {
      const { init, condition, update, body } = statement;
      return { statements: [init, body], expressions: [condition, update] };
    }
    case 'switch':
      return {
        statements: statement.cases.flatMap(({ body }) => body),
        expressions: [statement.value],
      };
    default:
      return { statements: [], expressions: [] };
  }
}

export interface FunctionDeclaration {
  readonly name: string;
  readonly nameSpan: Span;
  readonly isKernel: boolean;
  readonly returns: TypeName;
  readonly parameters: readonly Declarator[];
  /** Absent for a prototype. */
  readonly body: Statement | undefined;
  /** Text inside `reqd_work_group_size(...)`, where there is one. */
  readonly groupSize: string | undefined;
}

/** The members of a struct or union, in their order. */
export interface StructDefinition {
  readonly union: boolean;
  /** `__attribute__((packed))`: no gaps between members. */
  readonly packed: boolean;
  /** A struct without a name inside of another is a member whose name is empty. */
  readonly members: readonly Declarator[];
}

export interface Program {
  readonly functions: readonly FunctionDeclaration[];
  /** Declarations at file scope. */
  readonly globals: readonly Statement[];
  readonly typedefs: ReadonlyMap<string, TypeName>;
  /** By the name of their type: `struct P`, `union U`. Those without a tag are given one. */
  readonly structs: ReadonlyMap<string, StructDefinition>;
  readonly enumerators: readonly {
    readonly name: string;
    readonly value: Expression | undefined;
  }[];
}
