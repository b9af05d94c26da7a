import type { Wavefronts } from './warp.ts';
import type { InfixOperator, PrefixSign } from '../base/operators.ts';
import type { ArithmeticOperator } from '../base/arithmetic-operators.ts';
import type { Span } from '../base/span.ts';
import type { Language } from './language.ts';
import type { Pragma } from './pragma.ts';
import type { AddressSpace, CType } from './types.ts';

/** The typed tree: plain data with places, whatever the source language. */

/** An array's length: an expression, its number of initial values, or unknown. */
export type Length = Expression | number | undefined;

export type Type = CType<Length>;

export type Expression = {
  readonly span: Span;
  /** Absent where the text does not tell. */
  readonly type?: Type | undefined;
  /** What its place makes of the value, where that is another type. */
  readonly becomes?: Type | undefined;
} & (
  | { readonly kind: 'number'; readonly text: string }
  | { readonly kind: 'string' }
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'unary'; readonly operator: PrefixSign; readonly operand: Expression }
  | {
      readonly kind: 'update';
      readonly operator: '++' | '--';
      readonly prefix: boolean;
      readonly operand: Expression;
    }
  | {
      readonly kind: 'binary';
      readonly operator: InfixOperator;
      readonly left: Expression;
      readonly right: Expression;
    }
  /** `=`, or a compound assignment's operator without its `=`. */
  | {
      readonly kind: 'assign';
      readonly operator: '=' | ArithmeticOperator;
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
  | { readonly kind: 'cast'; readonly type: Type; readonly operands: readonly Expression[] }
  | {
      readonly kind: 'list';
      readonly items: readonly Expression[];
      readonly comma: boolean;
      /** Members that initializer items with `.x = ` are for. */
      readonly fields?: readonly (string | undefined)[] | undefined;
      /** Elements that items with `[3] = ` are for. */
      readonly places?: readonly (Expression | undefined)[] | undefined;
    }
  /** Applies to a type, or to an expression that is not evaluated. */
  | {
      readonly kind: 'sizeof';
      readonly of: Type | undefined;
      readonly operand?: Expression | undefined;
    }
  | { readonly kind: 'unsupported'; readonly what: string }
);

/** An expression or a statement that is refused where it is used. */
export const unsupported = (what: string, span: Span) =>
  ({ kind: 'unsupported', what, span }) as const;

/** Outermost parts only. */
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

/** An expression and all that it is made of, outer ones first. */
export function* within(expression: Expression): Generator<Expression> {
  yield expression;
  for (const part of partsOf(expression)) yield* within(part);
}

/** A member or element as pragmas name it; undefined without such a name. */
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
  /** A pointer for an array parameter. */
  readonly type: Type;
  /** The memory that its declaration names. */
  readonly space?: AddressSpace | undefined;
  readonly init: Expression | undefined;
  /** `volatile` stands in its declaration. */
  readonly isVolatile?: boolean;
  /** The host copies to it. */
  readonly isSetByHost?: boolean;
  /** The part that cannot be modelled, such as a function pointer. */
  readonly unsupported: string | undefined;
}

/** A block's `label` is where `goto` leads to it; a `goto`'s is its target. */
export type Statement = { readonly span: Span } & (
  | { readonly kind: 'block'; readonly body: readonly Statement[]; readonly label?: string }
  | { readonly kind: 'declaration'; readonly declarators: readonly Declarator[] }
  | { readonly kind: 'expression' | 'return'; readonly value?: Expression | undefined }
  | { readonly kind: 'break' | 'continue' }
  | { readonly kind: 'unsupported'; readonly what: string; readonly label?: string }
  /** `head` covers `if (...)` and its like. */
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

/** Inner statements, and the expressions in none of them. */
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

/** A statement and those inside it, outer ones first. */
export function* statementsOf(statement: Statement | undefined): Generator<Statement> {
  // No recursion: a chain of else if may be long.
  const left = [statement];
  while (left.length > 0) {
    const next = left.pop();
    if (next === undefined) continue;
    yield next;
    left.push(...insideOf(next).statements.toReversed());
  }
}

/** A pointer that the host passes without anything to read, or to what is not followed. */
export interface EmptyArgument {
  readonly name: string;
  readonly is:
    'null' | 'unset' | 'told otherwise' | 'not followed' | 'set in part' | 'given in part';
  /** The null pointer, or the call that allocates the memory, or sets too little of it, or what is not followed. */
  readonly by: Span;
  /** Bytes of the array that nobody sets, of all; each up to another and without it. */
  readonly part?: { readonly gaps: readonly Bytes[]; readonly all: number } | undefined;
}

/** All expressions of a statement and of those inside it. */
export function* expressionsOf(statement: Statement | undefined): Generator<Expression> {
  for (const each of statementsOf(statement))
    for (const expression of insideOf(each).expressions)
      if (expression !== undefined) yield* within(expression);
}

/** The host's text goes wrong by itself: a call that fails, or a launch that it does not wait for. */
export interface HostFault {
  readonly is: 'other direction' | 'not waited for' | 'read meanwhile';
  readonly span: Span;
}

/** A launch of the host, as pragmas. */
export interface OpenType {
  readonly name: string;
  /** Another one may avoid what this one does. */
  readonly isDecisive: boolean;
}

export interface StatedLaunch {
  readonly stated?: readonly Pragma[];
  /** The same for a run of every work-item, where those of the launch are too many. */
  readonly statedToRun?: readonly Pragma[];
  /** The host launches it with groups that its text does not tell. */
  readonly isLaunchOpen?: boolean;
  readonly faults?: readonly HostFault[];
  /** The host's launches of it that state something else. */
  readonly otherLaunches?: readonly Span[];
  /** The host may have launched it before, and what it left in the device's variables is there. */
  readonly isLaunchedAgain?: boolean;
  /** It is passed arrays that launches before it may have set in part. */
  readonly findsLeft?: boolean;
  /** Arguments that the host may pass one array for, in one of its launches. */
  readonly mayMeet?: readonly (readonly [string, string])[];
  /** Arrays of which nobody tells one length for each launch. */
  readonly ofOpenLength?: readonly string[];
  /** Arrays that the host has freed when it passes them, or that are no memory of the device. */
  readonly notHeld?: readonly string[];
  /** Pointers that the host casts to elements at whose multiples they may not be. */
  readonly notAligned?: readonly string[];
  /** Types of its template that nobody tells, which are taken to be `float`. */
  readonly openTypes?: readonly OpenType[];
  /** A launch of kernels that nobody tells, where no other is the kernel's. */
  readonly unfollowed?: Span;
  /** Pointers that lead nowhere, or to memory that nobody has set before the launch. */
  readonly empty?: readonly EmptyArgument[];
}

/** A launch as the host's text states it; it has none in OpenCL. */
export const launchOf = (kernel: Pick<FunctionDeclaration, 'launch'> | undefined): StatedLaunch =>
  kernel?.launch?.() ?? {};

/** Bytes from one on, up to another and without it. */
interface Bytes {
  readonly from: number;
  readonly to: number;
}

/** The host's steps in order; arrays have names of their own. */
export type HostStep = { readonly span: Span } &
  /** Arrays by the kernel's arguments. */
  (
    | {
        readonly kind: 'launch';
        readonly arrays: readonly (string | undefined)[];
        /** The same where the argument is not the array's first element. */
        readonly parts: readonly (string | undefined)[];
        readonly stream: string;
        /** Launches have set the array, and nobody all of it, by the kernel's arguments. */
        readonly isLeft: readonly boolean[];
        /** Nobody has set all of the array, by the kernel's arguments. */
        readonly isEmpty: readonly boolean[];
        /** The host comes here for certain. */
        readonly isSure: boolean;
        /** It may have left the loop around in a round before. */
        readonly mayBeLeft: boolean;
      }
    | { readonly kind: 'copy'; readonly to: string; readonly from: string }
    /** Elements as an expression of `i`. */
    | { readonly kind: 'fill'; readonly array: string; readonly contents: string }
    /** Nobody knows what is in the array, or in any; so many of its bytes are set. */
    | { readonly kind: 'forget'; readonly array?: string; readonly set?: readonly Bytes[] }
    /** Further launches are left out. */
    | { readonly kind: 'cut' }
  );

export interface TemplateArgument {
  readonly name: string;
  /** A type or a value, as the text would say it. */
  readonly value: string;
}

export interface FunctionDeclaration {
  readonly name: string;
  readonly nameSpan: Span;
  readonly isKernel: boolean;
  readonly returns: Type;
  readonly parameters: readonly Declarator[];
  /** Absent for a prototype. */
  readonly body: Statement | undefined;
  /** Arguments of the template that it is made of; a value may be a parameter's name. */
  readonly instantiates?: readonly TemplateArgument[];
  /** Its launch, worked out when it is asked for first: a text may have many kernels, and one is meant. */
  readonly launch?: () => StatedLaunch;
  /** The same of each among the host's steps, where those are followed. */
  readonly launched?: ReadonlyMap<number, () => StatedLaunch>;
  /** Lanes of a warp meet in it, or in what it calls. */
  readonly meetsLanes?: boolean;
  /** Text inside `reqd_work_group_size(...)`, where there is one. */
  readonly groupSize: string | undefined;
  /** The first number of `__launch_bounds__(...)`, where there is one. */
  readonly mostItems?: string;
  /** Text inside `intel_reqd_sub_group_size(...)`, where there is one. */
  readonly subGroupSize?: string | undefined;
}

export interface Program {
  readonly language: Language;
  /** The wavefronts that a HIP text is read for. */
  readonly wavefronts?: Wavefronts | undefined;
  /** Where the host is followed. */
  readonly steps?: readonly HostStep[];
  readonly functions: readonly FunctionDeclaration[];
  /** Declarations at file scope. */
  readonly globals: readonly Statement[];
  readonly enumerators: readonly {
    readonly name: string;
    readonly value: Expression | undefined;
  }[];
}
