import type { Span } from '../base/span.ts';
import { closing, tokenize, type Token } from './lexer.ts';

export interface Macro {
  readonly name: string;
  /** Parameter names of a function-like macro. */
  readonly parameters?: readonly string[];
  readonly variadic: boolean;
  readonly body: readonly Token[];
  readonly span: Span;
}

/** A token in expansion: `own` ones are the source's at that place, others a macro body's. `hidden`
 * names may not expand in it again (Prosser's algorithm). */
export interface Loose extends Token {
  readonly own: boolean;
  readonly hidden: ReadonlySet<string>;
  /** It is what an argument was expanded to. */
  readonly expanded?: boolean;
}

/** Replacements of names. */
export interface Definitions {
  readonly macros: ReadonlyMap<string, Macro>;
  /** Text of a valued name that is no macro, such as a tuning parameter: `##` joins it as if the
   * host had defined it. */
  readonly valueOf: (name: string) => string | undefined;
}

const NONE: ReadonlySet<string> = new Set();
const MAX_TOKENS = 50_000;
/** Arguments in arguments. */
const MAX_DEPTH = 40;

/** Reasons that `expand` gives up for. */
export const TOO_LARGE = `more than ${MAX_TOKENS} words, or ${MAX_DEPTH} macros inside of each other`;

export const loose = (token: Token): Loose => ({ ...token, own: true, hidden: NONE });

/** Reads after `#define`; undefined where that is no definition. */
export function parseDefine(text: string, start: number, end: number): Macro | undefined {
  const head = /^\s*([A-Za-z_]\w*)(\(([^)]*)\))?/.exec(text.slice(start, end));
  const name = head?.[1];
  if (head === null || name === undefined) return undefined;
  const body = tokenize(text, start + head[0].length, end);
  const span = { start: start + head[0].indexOf(name), end: start + head[0].length };
  const list = head[3];
  if (list === undefined) return { name, variadic: false, body, span };
  const names = list.split(',').map((part) => part.trim());
  const variadic = names.at(-1)?.endsWith('...') ?? false;
  const parameters = names
    .map((part) => (part === '...' ? '__VA_ARGS__' : part.replace(/\s*\.\.\.$/, '')))
    .filter((part) => part !== '');
  return { name, parameters, variadic, body, span };
}

/** Exclusive end of a macro's use with its arguments; undefined where a function-like one is not
 * called. */
export function extentOf(
  tokens: readonly Token[],
  index: number,
  macro: Macro,
): number | undefined {
  if (macro.parameters === undefined) return index + 1;
  if (tokens[index + 1]?.text !== '(') return undefined;
  const close = closing(tokens, index + 1);
  return close === undefined ? undefined : close + 1;
}

/** Undefined where it gets too large. */
export function expand(
  tokens: readonly Loose[],
  definitions: Definitions,
  depth = 0,
): Loose[] | undefined {
  if (depth > MAX_DEPTH) return undefined;
  // A stack, top last, so that expansions are read again with what follows.
  const stack = tokens.toReversed();
  const result: Loose[] = [];
  let steps = 0;
  for (let token = stack.pop(); token !== undefined; token = stack.pop()) {
    steps += 1;
    if (steps > MAX_TOKENS) return undefined;
    const macro =
      token.kind === 'name' && !token.hidden.has(token.text)
        ? definitions.macros.get(token.text)
        : undefined;
    if (macro === undefined) {
      result.push(token);
      continue;
    }
    const args = macro.parameters === undefined ? [] : takeArguments(stack);
    if (args === undefined) {
      result.push(token);
      continue;
    }
    const hidden = new Set(token.hidden).add(macro.name);
    const body = replace(macro, args, definitions, hidden, depth);
    if (body === undefined) return undefined;
    for (const part of body.toReversed()) stack.push(part);
  }
  return result;
}

const fromBody = (token: Token, hidden: ReadonlySet<string>): Loose => ({
  ...token,
  own: false,
  hidden,
});

/** Takes `( a , b )` off; undefined, stack untouched, where absent. */
function takeArguments(stack: Loose[]): Loose[][] | undefined {
  if (stack.at(-1)?.text !== '(') return undefined;
  const args: Loose[][] = [[]];
  let depth = 0;
  for (let i = stack.length - 1; i >= 0; i -= 1) {
    const token = stack[i];
    if (token === undefined) return undefined;
    if (token.text === ')') depth -= 1;
    if (depth === 0 && token.text === ')') {
      stack.length = i;
      return args;
    }
    if (depth === 1 && token.text === ',') args.push([]);
    else if (depth > 0) args.at(-1)?.push(token);
    if (token.text === '(') depth += 1;
  }
  return undefined;
}

function replace(
  macro: Macro,
  args: Loose[][],
  definitions: Definitions,
  hidden: ReadonlySet<string>,
  depth: number,
): Loose[] | undefined {
  const parameters = macro.parameters ?? [];
  if (macro.variadic && args.length > parameters.length) {
    const comma = fromBody({ kind: 'sign', text: ',', start: 0, end: 0 }, hidden);
    const rest = args.splice(parameters.length - 1);
    args.push(rest.flatMap((arg, i) => (i === 0 ? arg : [comma, ...arg])));
  }
  const body: Loose[] = [];
  for (let i = 0; i < macro.body.length; i += 1) {
    const token = macro.body[i];
    if (token === undefined) break;
    const next = macro.body[i + 1];
    const place = parameters.indexOf(token.text);
    if (token.text === '#' && next !== undefined && parameters.includes(next.text)) {
      const raw = args[parameters.indexOf(next.text)] ?? [];
      const text = JSON.stringify(raw.map((part) => part.text).join(' '));
      body.push(fromBody({ ...token, kind: 'string', text }, hidden));
      i += 1;
    } else if (place >= 0 && token.kind === 'name') {
      const raw = args[place] ?? [];
      const pasted = next?.text === '##' || macro.body[i - 1]?.text === '##';
      const value = pasted ? raw : expanded(raw, definitions, depth);
      if (value === undefined || body.length + value.length > MAX_TOKENS) return undefined;
      body.push(...value);
    } else body.push(fromBody(token, hidden));
  }
  return paste(body, definitions);
}

/** An argument that takes the place of a parameter. */
const expanded = (
  argument: readonly Loose[],
  definitions: Definitions,
  depth: number,
): Loose[] | undefined =>
  expand(argument, definitions, depth + 1)?.map((token) => ({ ...token, expanded: true }));

/** Joins what stands around `##`. */
function paste(tokens: readonly Loose[], { valueOf }: Definitions): Loose[] {
  const textOf = ({ text, kind, expanded: isExpanded = false }: Loose): string =>
    (isExpanded && kind === 'name' ? valueOf(text) : undefined) ?? text;
  const result: Loose[] = [];
  for (let i = 0; i < tokens.length; i += 1) {
    const token = tokens[i];
    if (token === undefined) break;
    const left = result.at(-1);
    const right = tokens[i + 1];
    if (token.text === '##' && !token.own && left !== undefined && right !== undefined) {
      result.pop();
      const text = textOf(left) + textOf(right);
      const kind = /^[A-Za-z_]/.test(text) ? 'name' : /^\.?\d/.test(text) ? 'number' : 'sign';
      result.push({ ...left, kind, text, own: false, expanded: false });
      i += 1;
    } else result.push(token);
  }
  return result;
}

/** Replaces `defined NAME` by numbers, save for names in `parameters`. */
export function withoutDefined(
  tokens: readonly Token[],
  isDefined: (name: string) => boolean,
  parameters: readonly string[] = [],
): readonly Token[] {
  if (!tokens.some(({ text }) => text === 'defined')) return tokens;
  const result: Token[] = [];
  for (let i = 0; i < tokens.length; i += 1) {
    const token = tokens[i];
    if (token === undefined) break;
    const open = tokens[i + 1]?.text === '(' ? 1 : 0;
    const name = tokens[i + 1 + open];
    const isOne = token.text === 'defined' && name?.kind === 'name';
    if (!isOne || parameters.includes(name.text)) result.push(token);
    else {
      result.push({ ...token, kind: 'number', text: isDefined(name.text) ? '1' : '0' });
      i += 1 + 2 * open;
    }
  }
  return result;
}
