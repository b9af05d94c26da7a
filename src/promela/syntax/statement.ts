import type { Span } from '../../base/span.ts';
import { type Expression, expression, type Value } from './expression.ts';

/** The processes of the model, by the paper's names. */
export type ProcessName =
  | ('main' | 'host' | 'device' | 'unit' | 'barrier' | 'pex' | 'clock')
  /** Those of the device semantics. */
  | ('port' | 'l2' | 'scheduler' | 'warp');

/** Variables of one type. */
export interface Declaration {
  /** `long` has as many bits as the printer can give it. */
  readonly type: 'long' | 'int' | 'short' | 'byte' | 'bool' | 'chan';
  readonly names: readonly string[];
  /** Outside of the state: the same all along a path. */
  readonly hidden?: boolean;
  readonly initial?: number;
  /** Elements, where it declares arrays. */
  readonly length?: number;
  /** Types of a message's parts, for a rendezvous channel. */
  readonly message?: readonly string[];
  readonly comment?: string;
}

/** A process type. */
export interface Process {
  /** Its name in the text. */
  readonly name: string;
  /** Which process of the platform it models. */
  readonly models: ProcessName;
  readonly parameters: readonly Declaration[];
  readonly locals: readonly Declaration[];
  readonly active?: boolean;
  /** It may wait at its beginning for ever. */
  readonly idle?: boolean;
  /** Its body is one atomic sequence: control passes with messages alone. */
  readonly atomic: boolean;
  readonly body: Block;
}

export interface Inline {
  readonly name: string;
  readonly comment?: string;
  readonly body: Block;
}

export interface PromelaModel {
  /** The lines of the comment at the top. */
  readonly comment: readonly string[];
  readonly messages: readonly string[];
  /** The global variables, in groups. */
  readonly globals: readonly (readonly Declaration[])[];
  /** Statements with a name, without parameters. */
  readonly inlines?: readonly Inline[];
  readonly processes: readonly Process[];
  /** Paths forget their numbers where they end. */
  readonly forgets: boolean;
  /** It tells work-groups apart by kind, of which there may be too many. */
  readonly kinds: boolean;
}

interface Marks {
  /** The modelled piece of the kernel; else that of the surrounding statement. */
  readonly span?: Span;
  readonly label?: string;
  readonly comment?: string;
}

/** A receive's pattern: a variable, a constant, or an awaited value. */
export type Pattern = Expression | { readonly kind: 'value'; readonly of: Expression };

/** A statement that takes one line. */
export type Simple = Marks &
  (
    | {
        readonly kind: 'assign';
        readonly name: string;
        /** Which element, where the name is that of an array. */
        readonly index?: Expression;
        readonly value: Expression;
      }
    | { readonly kind: 'step'; readonly name: string; readonly by: '++' | '--' }
    | { readonly kind: 'send'; readonly channel: string; readonly values: readonly Expression[] }
    | { readonly kind: 'receive'; readonly channel: string; readonly patterns: readonly Pattern[] }
    | { readonly kind: 'run'; readonly process: string; readonly values: readonly Expression[] }
    /** An inline of the model's library. */
    | { readonly kind: 'call'; readonly inline: string }
    /** A statement of C, or a condition to wait for. */
    | { readonly kind: 'code' | 'holds'; readonly text: string }
    | { readonly kind: 'goto'; readonly to: string }
    | { readonly kind: 'word'; readonly word: 'skip' | 'false' | 'break' | 'else' }
    /** Output for readers of a replay, with `%d` for each value. */
    | { readonly kind: 'event'; readonly format: string; readonly values: readonly Expression[] }
    | { readonly kind: 'assert'; readonly condition: Expression }
    /** Waits for a condition; with `defined` for ever where it has no value. */
    | { readonly kind: 'condition'; readonly condition: Expression; readonly defined?: boolean }
  );

/** An option on one line, or with a body on its own lines. */
export type Option =
  | { readonly short: true; readonly guard: Simple; readonly body: readonly Simple[] }
  /** Without a guard its first statement decides. */
  | { readonly short: false; readonly guard?: Simple; readonly body: Block };

export type Statement =
  | Simple
  | (Marks &
      (
        | { readonly kind: 'label'; readonly name: string }
        | { readonly kind: 'if' | 'do'; readonly options: readonly Option[] }
        /** Statements without another process between them; nothing by itself in an atomic process. */
        | { readonly kind: 'atomic'; readonly body: Block }
        /** Statements that are one step together, none of which may have to wait. */
        | { readonly kind: 'd_step'; readonly body: Block }
      ));

export type Block = readonly Statement[];

const values = (given: readonly Value[]): Expression[] => given.map((one) => expression(one));

/** Names in the text of an expression, and what stands in their places. */
type Places = Readonly<Record<string, Value>>;

export function assign(name: string, given: Value, places?: Places): Simple {
  return { kind: 'assign', name, value: expression(given, places) };
}
/** Assigns an element of an array. */
export function assignTo(array: string, index: Value, given: Value, places?: Places): Simple {
  return {
    kind: 'assign',
    name: array,
    index: expression(index),
    value: expression(given, places),
  };
}
export const increment = (name: string): Simple => ({ kind: 'step', name, by: '++' });
export const decrement = (name: string): Simple => ({ kind: 'step', name, by: '--' });
export function send(channel: string, ...message: Value[]): Simple {
  return { kind: 'send', channel, values: values(message) };
}
export function receive(channel: string, ...patterns: (Value | Pattern)[]): Simple {
  const of = (one: Value | Pattern): Pattern =>
    typeof one === 'object' && one.kind === 'value' ? one : expression(one);
  return { kind: 'receive', channel, patterns: patterns.map(of) };
}
/** A value that a message must have. */
export const value = (of: Value): Pattern => ({ kind: 'value', of: expression(of) });
export function run(process: string, ...given: Value[]): Simple {
  return { kind: 'run', process, values: values(given) };
}
export const call = (inline: string): Simple => ({ kind: 'call', inline });
export const code = (text: string): Simple => ({ kind: 'code', text });
/** Waits until a condition of C holds. */
export const holds = (text: string): Simple => ({ kind: 'holds', text });
export const goto = (to: string): Simple => ({ kind: 'goto', to });
export function event(format: string, ...given: Value[]): Simple {
  return { kind: 'event', format, values: values(given) };
}
export function wait(condition: Value, places?: Places): Extract<Simple, { kind: 'condition' }> {
  return { kind: 'condition', condition: expression(condition, places) };
}
export function waitDefined(condition: Value, places?: Places): Simple {
  return { ...wait(condition, places), defined: true };
}
export const assert = (given: Value): Simple => ({ kind: 'assert', condition: expression(given) });
export const SKIP: Simple = { kind: 'word', word: 'skip' };
export const BREAK: Simple = { kind: 'word', word: 'break' };
/** Where a process stays for ever. */
export const NEVER: Simple = { kind: 'word', word: 'false' };
const ELSE: Simple = { kind: 'word', word: 'else' };

export const label = (name: string): Statement => ({ kind: 'label', name });
export const choose = (...options: readonly Option[]): Statement => ({ kind: 'if', options });
export const repeat = (...options: readonly Option[]): Statement => ({ kind: 'do', options });
export const atomic = (...body: Block): Statement => ({ kind: 'atomic', body });
export const oneStep = (...body: Block): Statement => ({ kind: 'd_step', body });

/** A guard: a statement, or a condition. */
type Guard = Simple | string;

const guard = (given: Guard): Simple => (typeof given === 'string' ? wait(given) : given);

/** An option with its body on lines of their own. */
export const option = (given: Guard, ...body: Block): Option =>
  body.length === 0 ? short(given) : { short: false, guard: guard(given), body };
/** An option on one line. */
export function short(given: Guard, ...body: readonly Simple[]): Option {
  return { short: true, guard: guard(given), body };
}
/** An option that can be taken when its first statement can. */
export const unguarded = (...body: Block): Option => ({ short: false, body });
export const otherwise = (...body: Block): Option => option(ELSE, ...body);
export const shortOtherwise = (...body: readonly Simple[]): Option => short(ELSE, ...body);

/** An option that is taken where it can be, and nothing otherwise. */
export const when = (taken: Option): Statement => choose(taken, otherwise());

/** A loop for as long as a condition holds. */
export const loop = (given: Guard, ...body: Block): Statement =>
  repeat(option(given, ...body), shortOtherwise(BREAK));

/** A loop over `variable` = first .. limit - 1. */
export const count = (
  [variable, first, limit]: readonly [string, Value, Value],
  ...body: Block
): Statement[] => [
  assign(variable, first),
  loop(wait('variable < limit', { variable, limit }), ...body, increment(variable)),
];

/** Marks statements with a kernel's piece, where they have none. */
export const from = (span: Span, body: Block): Statement[] =>
  body.map((statement) => ({ span, ...statement }));

/** A statement with a label before it, or a comment behind. */
export const labelled = (name: string, one: Simple): Simple => ({ ...one, label: name });
export const remark = (comment: string, one: Simple): Simple => ({ ...one, comment });

/** Variables; of the rest only the comment, in short. */
export const declare = (
  type: Declaration['type'],
  names: string | readonly string[],
  rest: string | Omit<Declaration, 'type' | 'names'> = {},
): Declaration => ({
  type,
  names: typeof names === 'string' ? [names] : names,
  ...(typeof rest === 'string' ? { comment: rest } : rest),
});
/** Variables of one type without comments, each on its own line. */
export const variables = (type: Declaration['type'], ...names: readonly string[]): Declaration[] =>
  names.map((name) => declare(type, name));
/** A rendezvous channel of messages with parts of these types. */
export const channel = (name: string, ...message: readonly string[]): Declaration =>
  declare('chan', name, { message });

/** Rendezvous channels of messages with the same parts. */
export const channels = (message: readonly string[], ...names: readonly string[]): Declaration[] =>
  names.map((name) => channel(name, ...message));

/** A process type; it models the process of its name by default. */
export const process = (
  models: ProcessName,
  type: Pick<Process, 'body'> & Partial<Process>,
): Process => ({ name: models, models, parameters: [], locals: [], atomic: false, ...type });

/** Some of what a process is made of, where a condition holds. */
export function only<T>(condition: boolean, ...items: readonly T[]): readonly T[] {
  return condition ? items : [];
}
