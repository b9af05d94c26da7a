import type { Span } from '../../base/span.ts';
import { blankComments, blanked, directivesIn, tokenize, type Token } from '../../front/lexer.ts';
import { unbalanced } from '../../front/syntax-error.ts';
import { insertion, type Mending } from './edit.ts';

/** Likely places for a missing bracket, best first: before what it cannot contain. */
const ENDS: Readonly<Record<string, readonly RegExp[]>> = {
  ']': [/^([-+*/%&|^]|<<|>>)?=$/, /^([<>]=?|==|!=|&&|\|\|)$/, /^[;)]$/, /^,$/],
  ')': [/^\{$/, /^([-+*/%&|^]|<<|>>)?=$/, /^[;\]]$/, /^,$/],
};
/** Places that are tried at most. */
const MOST_PLACES = 12;

const isSign = ({ kind, text }: Token, pattern: RegExp): boolean =>
  kind === 'sign' && pattern.test(text);

/** Guesses for a bracket's partner, best first. */
export function bracketMendings(source: string): readonly Mending[] {
  const clean = blankComments(source).text;
  const tokens = tokenize(blanked(clean, directivesIn(clean)));
  const fault = unbalanced(tokens);
  if (fault === undefined) return [];
  const { token, missing } = fault;
  if (missing === undefined) {
    const title = `Remove this '${token.text}'`;
    return [{ title, edits: [{ span: { start: token.start, end: token.end }, text: '' }] }];
  }
  const places =
    missing.text === '}'
      ? blockEnds(source, tokens)
      : ends(tokens, token, missing.before, missing.text);
  return places.slice(0, MOST_PLACES).map(({ at, text }) => {
    const line = source.slice(0, at + text.search(/\S/)).split('\n').length;
    const next = tokens.find(({ start }) => start >= at);
    const where = missing.text === '}' || next === undefined ? '' : ` before '${next.text}'`;
    return {
      title: `Insert '${missing.text}'${where} in line ${line}`,
      edits: [insertion(at, text)],
    };
  });
}

interface Place {
  readonly at: number;
  readonly text: string;
}

function ends(
  tokens: readonly Token[],
  opener: Token,
  before: Token | undefined,
  text: string,
): readonly Place[] {
  const first = tokens.indexOf(opener) + 1;
  const last = before === undefined ? tokens.length : tokens.indexOf(before);
  const inside = tokens.slice(first, Math.min(last + 1, first + 200));
  const after = (token: Token): Place => {
    const previous = tokens[tokens.indexOf(token) - 1] ?? opener;
    return { at: previous.end, text };
  };
  const likely = (ENDS[text] ?? []).flatMap((pattern) => {
    const found = inside.find((token) => isSign(token, pattern));
    return found === undefined ? [] : [after(found)];
  });
  return [...likely, ...(before === undefined ? [] : [after(before)])];
}

/** Before lines indented no further than the block's own, or at the end. */
function blockEnds(source: string, tokens: readonly Token[]): readonly Place[] {
  const lineOf = (place: number): Span => ({
    start: source.lastIndexOf('\n', place - 1) + 1,
    end: place,
  });
  const indent = (place: number): string =>
    /^\s*/.exec(source.slice(lineOf(place).start, place))?.[0] ?? '';
  const isFirst = (token: Token): boolean =>
    indent(token.start).length === token.start - lineOf(token.start).start;
  const open: Token[] = [];
  const found: Place[] = [];
  for (const token of tokens) {
    const opener = open.at(-1);
    const left = opener && indent(opener.start);
    // A closing brace may align with its opening line.
    const most = (left?.length ?? 0) - (token.text === '}' ? 1 : 0);
    if (opener && isFirst(token) && token.text !== '{' && indent(token.start).length <= most)
      found.push({ at: lineOf(token.start).start, text: `${left ?? ''}}\n` });
    if (token.text === '{') open.push(token);
    else if (token.text === '}') open.pop();
  }
  const end = source.trimEnd().length;
  return [...found, { at: end, text: '\n}' }];
}
