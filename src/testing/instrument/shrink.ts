import type { Subject } from './judges.ts';

/** Smaller texts: without some lines that belong together, or with a part in parentheses made simple. */
function smaller(text: string): readonly string[] {
  const lines = text.split('\n');
  const found = new Set<string>();
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    if (line.startsWith('#pragma') || line.startsWith('__kernel')) continue;
    const end = closingLine(lines, at);
    if (end === undefined) continue;
    found.add([...lines.slice(0, at), ...lines.slice(end + 1)].join('\n'));
    if (end > at)
      found.add(
        [...lines.slice(0, at), ...lines.slice(at + 1, end), ...lines.slice(end + 1)].join('\n'),
      );
  }
  for (const { index } of text.matchAll(/\(/g)) {
    const end = closingParenthesis(text, index);
    const inside = text.slice(index + 1, end);
    if (inside.length < 3 || inside.startsWith('__')) continue;
    for (const part of ['1', 'n', 'lid'])
      found.add(`${text.slice(0, index)}${part}${text.slice(end + 1)}`);
    for (const part of inside.split(/(?<=^[^()]*) (?:[-+*/%&|^<>=!?:,]+) (?=[^()]*$)/))
      if (part !== inside) found.add(`${text.slice(0, index)}(${part})${text.slice(end + 1)}`);
  }
  return [...found].filter((each) => each.length < text.length);
}

/** The line that closes what a line opens; itself where it opens nothing. */
function closingLine(lines: readonly string[], start: number): number | undefined {
  let depth = 0;
  for (let at = start; at < lines.length; at += 1) {
    for (const letter of lines[at] ?? '') depth += letter === '{' ? 1 : letter === '}' ? -1 : 0;
    if (depth < 0) return undefined;
    if (depth === 0) return at;
  }
  return undefined;
}

function closingParenthesis(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    depth += text[at] === '(' ? 1 : text[at] === ')' ? -1 : 0;
    if (depth === 0) return at;
  }
  return text.length;
}

/** Texts judged at once. */
const BATCH = 60;

/** Makes a subject small while judges still differ on it.
 * @param differing those of some subjects on which they do. */
export async function shrunk(
  subject: Subject,
  differing: (subjects: readonly Subject[]) => Promise<readonly Subject[]>,
): Promise<Subject> {
  let best = subject;
  for (let rounds = 0; rounds < 25; rounds += 1) {
    const candidates = smaller(best.text)
      .toSorted((a, b) => a.length - b.length)
      .map((text) => ({ ...best, text }));
    let next: Subject | undefined;
    for (let at = 0; at < candidates.length && next === undefined; at += BATCH)
      [next] = await differing(candidates.slice(at, at + BATCH));
    if (next === undefined) return best;
    best = next;
  }
  return best;
}
