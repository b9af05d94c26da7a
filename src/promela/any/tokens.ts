/** A Promela word with its place; embedded C is one, braces included. */
export interface Token {
  readonly kind: 'name' | 'number' | 'text' | 'sign' | 'c';
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const WORD =
  /(?<blank>\s+|\/\*[^]*?(?:\*\/|$)|\/\/[^\n]*)|(?<name>[A-Za-z_]\w*)|(?<number>\d+)|(?<text>"(?:\\[^]|[^"\\\n])*"?|'(?:\\[^]|[^'\\\n])*'?)|(?<sign><->|->|::|\.\.|\+\+|--|==|!=|<=|>=|<<|>>|&&|\|\||\?\?|!!|[^])/gy;

/** Words before C in braces. */
const EMBEDS = new Set(['c_code', 'c_decl', 'c_expr']);

/** The words of a text; lines that begin with `#` are passed over. */
export function tokensOf(source: string): readonly Token[] {
  const text = source.replaceAll(/^[ \t]*#[^\n]*/gm, (line) => ' '.repeat(line.length));
  const tokens: Token[] = [];
  let last = '';
  let at = 0;
  while (at < text.length) {
    if (text[at] === '{' && EMBEDS.has(last)) {
      const end = closing(text, at);
      tokens.push({ kind: 'c', text: text.slice(at, end), start: at, end });
      [at, last] = [end, ''];
      continue;
    }
    WORD.lastIndex = at;
    const groups = WORD.exec(text)?.groups ?? {};
    const end = WORD.lastIndex;
    const kind = (['name', 'number', 'text', 'sign'] as const).find((each) => groups[each]);
    if (kind) {
      const word = text.slice(at, end);
      tokens.push({ kind, text: word, start: at, end });
      // `c_expr [ pre ] { ... }`
      if (kind === 'name') last = word;
      else if (word !== '[' && word !== ']') last = '';
    }
    at = end;
  }
  return tokens;
}

/** Behind the closing brace, past C's strings and comments. */
function closing(text: string, open: number): number {
  const piece =
    /\/\*[^]*?(?:\*\/|$)|\/\/[^\n]*|"(?:\\[^]|[^"\\\n])*"?|'(?:\\[^]|[^'\\\n])*'?|[{}]/g;
  piece.lastIndex = open;
  let depth = 0;
  for (let found = piece.exec(text); found; found = piece.exec(text)) {
    if (found[0] === '{') depth += 1;
    if (found[0] === '}') depth -= 1;
    if (depth === 0) return piece.lastIndex;
  }
  return text.length;
}
