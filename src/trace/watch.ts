import { BINARY, isBinary } from '../kernel/operators.ts';

/** Values by name: `time`, `a[2]`, `pex[5]:wake` for a variable of process 5. */
export type Values = (name: string) => number | undefined;

export type Watched =
  { readonly ok: true; readonly value: number } | { readonly ok: false; readonly why: string };

const TOKEN =
  /\s*(?:(\d+)|([A-Za-z_]\w*(?:\[\s*\d+\s*\])?(?:[:.][A-Za-z_]\w*(?:\[\s*\d+\s*\])?)*)|(\|\||&&|[=!<>]=|[-+*/%<>!()?:]))/y;

class Wrong extends Error {}

/** The value of an expression over a model's variables. */
export function watch(text: string, values: Values): Watched {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  const trimmed = text.trimEnd();
  while (TOKEN.lastIndex < trimmed.length) {
    const at = TOKEN.lastIndex;
    const found = TOKEN.exec(trimmed);
    if (!found) return { ok: false, why: `not understood: ${trimmed.slice(at, at + 12).trim()}` };
    tokens.push((found[1] ?? found[2] ?? found[3] ?? '').replaceAll(/\s/g, ''));
  }
  let at = 0;
  const take = (wanted: string): boolean => {
    if (tokens[at] !== wanted) return false;
    at += 1;
    return true;
  };
  const need = (wanted: string): void => {
    if (!take(wanted)) throw new Wrong(`${wanted} is missing`);
  };
  const primary = (): number => {
    if (take('(')) {
      const value = choice();
      need(')');
      return value;
    }
    if (take('-')) return -primary();
    if (take('!')) return Number(primary() === 0);
    const token = tokens[at];
    at += 1;
    if (token === undefined) throw new Wrong('the expression ends early');
    if (/^\d/.test(token)) return Number(token);
    if (!/^[A-Za-z_]/.test(token)) throw new Wrong(`${token} is out of place`);
    const value = values(token);
    if (value === undefined) throw new Wrong(`there is no ${token} here`);
    return value;
  };
  /** Operators that bind at least so tightly; the same as in Promela and C. */
  const binary = (least: number): number => {
    let left = primary();
    for (;;) {
      const operator = tokens[at] ?? '';
      if (!isBinary(operator) || BINARY[operator].precedence < least) return left;
      at += 1;
      const { precedence, compute } = BINARY[operator];
      const value = compute(left, binary(precedence + 1));
      if (typeof value === 'string') throw new Wrong('division by zero');
      left = value;
    }
  };
  const choice = (): number => {
    const condition = binary(1);
    if (!take('?')) return condition;
    const then = choice();
    need(':');
    const otherwise = choice();
    return condition === 0 ? otherwise : then;
  };
  try {
    const value = choice();
    if (at < tokens.length) throw new Wrong(`${tokens[at]} is out of place`);
    return { ok: true, value };
  } catch (error) {
    if (error instanceof Wrong) return { ok: false, why: error.message };
    throw error;
  }
}
