import { Calculator } from '../base/calculator.ts';

/** Names of a watched expression: a value, or why there is none. */
export interface Watchable {
  /** Labels of processes, as the charts name them. */
  readonly labels: readonly string[];
  /** A variable of a process, or of the whole model. */
  readonly value: (name: string, label?: string) => number | { readonly why: string };
}

export type Watched =
  { readonly ok: true; readonly value: number } | { readonly ok: false; readonly why: string };

type Token =
  | { readonly kind: 'number' | 'operator'; readonly text: string; readonly label?: never }
  | { readonly kind: 'name'; readonly text: string; readonly label?: string };

const NUMBER = /\d+/y;
const NAME = /[A-Za-z_]\w*(?:\[\s*\d+\s*\])?(?:\.[A-Za-z_]\w*(?:\[\s*\d+\s*\])?)*/y;
const OPERATOR = /\|\||&&|[=!<>]=|[-+*/%<>!()?:]/y;
/** Processes were once named by SPIN's numbers. */
const BY_NUMBER = /([A-Za-z_]\w*)\[\s*(\d+)\s*\]\s*[:.]\s*([A-Za-z_]\w*)/y;

class Wrong extends Error {}

/** Takes an expression apart. A label is read as far as it goes, so that `unit 1.0: busy` is one name. */
function tokensOf(text: string, labels: readonly string[]): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0];
    at += found?.length ?? 0;
    return found?.replaceAll(/\s/g, '');
  };
  const longestFirst = labels.toSorted((a, b) => b.length - a.length);
  const takeLabel = (): string | undefined => {
    const label = longestFirst.find((each) => text.startsWith(each, at));
    const colon = /\s*:\s*(?=[A-Za-z_])/y;
    colon.lastIndex = at + (label?.length ?? 0);
    const found = label === undefined ? null : colon.exec(text);
    at += found ? (label?.length ?? 0) + found[0].length : 0;
    return found ? label : undefined;
  };
  for (;;) {
    while (/\s/.test(text[at] ?? '')) at += 1;
    if (at >= text.length) return tokens;
    BY_NUMBER.lastIndex = at;
    const old = BY_NUMBER.exec(text);
    if (old) {
      const such = labels.find((each) => each.startsWith(old[1] ?? '')) ?? labels[0] ?? 'pex 0.1';
      throw new Wrong(
        `processes go by their names here, not by numbers: such as ${such}: ${old[3] ?? 'wake'}`,
      );
    }
    const label = takeLabel();
    const name = take(NAME);
    if (name !== undefined) {
      tokens.push({ kind: 'name', text: name, ...(label !== undefined && { label }) });
      continue;
    }
    const number = take(NUMBER);
    const operator = number ?? take(OPERATOR);
    if (operator === undefined)
      throw new Wrong(`not understood: ${text.slice(at, at + 12).trim()}`);
    tokens.push({ kind: number === undefined ? 'operator' : 'number', text: operator });
  }
}

/** The value of an expression over a model's variables, or why it has none. */
export function watch(text: string, scope: Watchable): Watched {
  try {
    const watching = new Watching(tokensOf(text, scope.labels), scope);
    return { ok: true, value: watching.whole() };
  } catch (error) {
    if (error instanceof Wrong) return { ok: false, why: error.message };
    throw error;
  }
}

/** Names are those of a run. */
class Watching extends Calculator<Token> {
  readonly #scope: Watchable;

  constructor(tokens: readonly Token[], scope: Watchable) {
    super(tokens);
    this.#scope = scope;
  }

  protected wrong(why: string): Error {
    return new Wrong(why);
  }

  protected operand(): number {
    const token = this.token();
    this.pass();
    if (token === undefined) throw new Wrong('the expression ends early');
    if (token.kind === 'number') return Number(token.text);
    if (token.text === '(') {
      const value = this.expression();
      this.expect(')');
      return value;
    }
    if (token.kind === 'operator') throw new Wrong(`${token.text} is out of place`);
    const value = this.#scope.value(token.text, token.label);
    if (typeof value === 'object') throw new Wrong(value.why);
    return value;
  }
}
