import type { Lines, Line } from '../writer.ts';
import { type Scope, translate } from './expression.ts';

/** The statements of a process with everything that needs 64 bits computed in C, statement by statement,
 * so that the steps stay the same. */
export function inC(lines: Lines, scope: Scope): Line[] {
  return lines.map((line) => {
    const { text, ...rest } = typeof line === 'string' ? { text: line } : line;
    return { ...rest, text: NO_STATEMENT.test(text) ? text : lineInC(text, scope) };
  });
}

/** Heads, declarations and comments. */
const NO_STATEMENT = /^\s*((active )?proctype|(int|byte|bool|chan) |\/\*)/;
const LABEL = /^(\w+: )/;
const SIMPLE =
  /^(if|fi|do|od|else|break|skip|false|goto \w+|run .*|atomic \{|\}|\w+:|\w+\(.*\)|\w+ [!?] .*|)$/;

function lineInC(text: string, scope: Scope): string {
  const [, margin = '', rest = ''] = /^(\s*)(.*)$/.exec(text) ?? [];
  const [, code = '', comment = ''] = /^(.*?)(\s*\/\*.*\*\/)?$/.exec(rest) ?? [];
  const [, option = '', statements = ''] = /^((?:::(?: |$))?)(.*)$/.exec(code) ?? [];
  return margin + option + each(statements, (one) => statementInC(one, scope)) + comment;
}

/** Changes every statement of a line; what separates them stays. */
function each(text: string, change: (statement: string) => string): string {
  let result = '';
  let from = 0;
  let depth = 0;
  for (let at = 0; at <= text.length; at += 1) {
    const character = text[at];
    if (character === '(') depth += 1;
    if (character === ')') depth -= 1;
    const separator =
      at === text.length
        ? ''
        : depth > 0
          ? undefined
          : /^(?:;|->)/.exec(text.slice(at, at + 2))?.[0];
    if (separator === undefined) continue;
    const part = text.slice(from, at);
    const [, before = '', statement = '', after = ''] = /^(\s*)(.*?)(\s*)$/.exec(part) ?? [];
    result += before + change(statement) + after + separator;
    from = at + separator.length;
    at = Math.max(at, from - 1);
  }
  return result;
}

function statementInC(statement: string, scope: Scope): string {
  const label = LABEL.exec(statement)?.[1];
  if (label !== undefined) return label + statementInC(statement.slice(label.length), scope);
  const said = /^printf\("(.*)\\n", (.*)\)$/.exec(statement);
  if (said) return tell(said[1] ?? '', said[2] ?? '', scope);
  const asserted = /^assert\((.*)\)$/.exec(statement)?.[1];
  if (asserted !== undefined) return `assert(${expression(asserted, scope)})`;
  const checked = /^defined\((.*)\)$/.exec(statement)?.[1];
  if (checked !== undefined)
    return `c_expr { (t_choose (), t_chosen (${translate(checked, scope).c})) }`;
  const step = /^(\w+)(\+\+|--)$/.exec(statement);
  if (step) {
    const [, name = '', operator = ''] = step;
    const { c, kind } = scope.variable(name);
    return kind === 'long' ? `c_code { ${c}${operator}; }` : statement;
  }
  const assigned = /^(\w+) = (.*)$/.exec(statement);
  if (assigned) {
    const [, name = '', value = ''] = assigned;
    const { c, kind } = scope.variable(name);
    if (kind === 'chan') return statement;
    const translated = translate(value, scope);
    return kind === 'long' || translated.long ? `c_code { ${c} = ${translated.c}; }` : statement;
  }
  return SIMPLE.test(statement) ? statement : expression(statement, scope);
}

function expression(text: string, scope: Scope): string {
  const { c, long } = translate(text, scope);
  return long ? `c_expr { ${c} }` : text;
}

/** Promela's printf is heard in a replay alone; so is this. */
function tell(format: string, values: string, scope: Scope): string {
  const longs = values.split(', ').map((value) => `(ticks) ${translate(value, scope).c}`);
  return `c_code { tell ("${format.replaceAll('%d', '%lld')}", ${longs.join(', ')}); }`;
}
