import type { Reports } from '../base/diagnostic.ts';
import type { Span } from '../base/span.ts';
import type { Token } from './lexer.ts';

/** Declarations of a tuning parameter's name: `fixed` ones give way, one that `varies` stays a variable. */
export type OwnValue = 'fixed' | 'varies';

/** Such a declaration at a token, `const int TILE = 16` or `enum { TILE = 16 }`; undefined for any other use.
 * @param clean the whole text, without comments. */
export function ownValueAt(
  tokens: readonly Token[],
  index: number,
  clean: string,
): OwnValue | undefined {
  const name = tokens[index]?.text ?? '';
  const sign = tokens[index + 1]?.text ?? '';
  if (!['=', '{', ',', '}'].includes(sign)) return undefined;
  const start = statementStart(tokens, index);
  if (start === undefined) return undefined;
  if (isOfEnum(tokens, start)) return 'fixed';
  const head = tokens.slice(start, index).map(({ text }) => text);
  if ((sign !== '=' && sign !== '{') || !head.some((word) => WHOLE.test(word))) return undefined;
  if (head.at(-1) === '*' || head.at(-1) === '&') return undefined;
  return head.some((word) => FIXED.has(word)) || !isChanged(name, clean) ? 'fixed' : 'varies';
}

const FIXED: ReadonlySet<string> = new Set(['const', 'constexpr', '__constant', 'constant']);

const WHOLE = /^(?:auto|int|unsigned|signed|long|short|uint|ulong|ushort|size_t|u?int\d+_t)$/;

/** First token of the statement around one; undefined inside of parentheses or of a template's list. */
export function statementStart(tokens: readonly Token[], index: number): number | undefined {
  let depth = 0;
  for (let i = index - 1; i >= 0; i -= 1) {
    const text = tokens[i]?.text ?? '';
    if (text === ')' || text === ']') depth += 1;
    else if (text === '(' || text === '[') {
      if (depth === 0) return undefined;
      depth -= 1;
    } else if (depth === 0 && (text === ';' || text === '{' || text === '}')) return i + 1;
    else if (depth === 0 && text === 'template') return undefined;
  }
  return 0;
}

/** `enum { .. }`, `enum class Name : int { .. }`. */
function isOfEnum(tokens: readonly Token[], start: number): boolean {
  if (tokens[start - 1]?.text !== '{') return false;
  const before = tokens.slice(Math.max(0, start - 7), start - 1).map(({ text }) => text);
  const word = before.lastIndexOf('enum');
  return word >= 0 && before.slice(word).every((text) => /^[\w:]+$/.test(text));
}

/** Set a second time, counted up or down, or its address taken. */
function isChanged(name: string, clean: string): boolean {
  const code = clean.replaceAll(/^[^\S\n]*#.*/gm, '');
  const set = code.match(new RegExp(`\\b${name}\\s*(?:=(?!=)|[-+*/%&|^]=|<<=|>>=|\\+\\+|--)`, 'g'));
  return (
    (set?.length ?? 0) > 1 || new RegExp(`(?:\\+\\+|--|>>\\s*|[(,]\\s*&)${name}\\b`).test(code)
  );
}

/** Stands where the text declares a parameter's name, whose uses mean the parameter. */
export const standIn = (name: string): string => `${name}_as_written`;

/** Says that a value of the text, or one beforehand as by -D, gives way to a parameter's; or that the text's variable
 * does not. */
export function reportOwnValue(
  reports: Reports,
  name: string,
  span: Span | undefined,
  how: 'defined' | OwnValue,
): void {
  const at = span ?? { start: 0, end: 0 };
  if (how === 'varies')
    reports.warning(
      'parameter-defined',
      at,
      `${name} is a tuning parameter, and here a variable of that name that changes: the variable is used.`,
      'Give one of them another name.',
    );
  else
    reports.warning(
      'parameter-defined',
      at,
      `${name} is a tuning parameter, so ${span === undefined ? 'what -D says of it' : how === 'defined' ? 'this definition' : 'this value'} is not used.`,
      span === undefined || how === 'fixed'
        ? `Its values stand in #pragma tuner param ${name}.`
        : `Put it between #ifndef ${name} and #endif, or remove the parameter.`,
    );
}
