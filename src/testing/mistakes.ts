import type { Gap } from '../lessons/gaps.ts';

/** A text with one small mistake put into it. */
export interface Mistaken {
  /** Line, and what was changed there. */
  readonly what: string;
  readonly text: string;
}

/** Mistakes that people make: fences, neighbours, bounds, indices of the wrong kind. */
const MISTAKES: readonly (readonly [from: RegExp, to: string])[] = [
  [/\bCLK_LOCAL_MEM_FENCE\b/g, 'CLK_GLOBAL_MEM_FENCE'],
  [/\bCLK_GLOBAL_MEM_FENCE\b/g, 'CLK_LOCAL_MEM_FENCE'],
  [/\[lid\]/g, '[lid + 1]'],
  [/\[lid\]/g, '[lid ^ 1]'],
  [/\[lid\]/g, '[lid / 2]'],
  [/\blid < /g, 'lid <= '],
  [/ \+ 1\]/g, ' + 2]'],
  [/ - 1\]/g, ']'],
  [/\[get_global_id\(0\)\]/g, '[get_local_id(0)]'],
  [/\[gid\]/g, '[lid]'],
  [/\[gid\]/g, '[gid + 1]'],
  [/ \+= /g, ' = '],
  [/>>= 1/g, '>>= 2'],
  [/\blid == 0\b/g, 'lid < 2'],
  [/\blid > 0\b/g, 'lid >= 0'],
  [/ % n\b/g, ''],
  [/\batomic_inc\(&([^)]*)\)/g, '$1++'],
  [/ 2 \* /g, ' '],
  [/ < /g, ' <= '],
  [/ <= /g, ' < '],
  [/ > /g, ' >= '],
  [/ == /g, ' != '],
  [/ && /g, ' || '],
  [/ \+ /g, ' - '],
  [/ - /g, ' + '],
  [/ \* /g, ' + '],
  [/\b0\b/g, '1'],
  [/\b1\b/g, '2'],
  [/\b1\b/g, '0'],
  [/\bif \(([^()]*)\)/g, 'if (!($1))'],
  [/\[([^[\]]*)\]/g, '[($1) / 2]'],
  [/\[([^[\]]*)\]/g, '[0]'],
  [/\b(\w+(?:\[[^[\]]*\])?) = [^;={}]*;/g, '$1;'],
  [/\bbarrier\([^)]*\);/g, 'if (get_local_id(0) > 0) $&'],
  [/\bget_local_id\(0\)/g, 'get_group_id(0)'],
  [/\bget_group_id\(0\)/g, 'get_local_id(0)'],
  [/\bint (\w+) =/g, 'uchar $1 ='],
];

const lineOf = (text: string, at: number): number => text.slice(0, at).split('\n').length;

/** Every one of these mistakes at every place of a part of a text. */
export const mistakesIn = (text: string, { start, end }: Gap): readonly Mistaken[] =>
  MISTAKES.flatMap(([from, to]) =>
    [...text.slice(start, end).matchAll(from)].map(({ 0: found, index }) => {
      const at = start + index;
      const wrong = found.replace(new RegExp(from.source), to);
      return {
        what: `line ${lineOf(text, at)}: ${found.trim()} as ${to.trim()} (${at})`,
        text: `${text.slice(0, at)}${wrong}${text.slice(at + found.length)}`,
      };
    }),
  );

/** Each line of a part taken out, and each two that follow each other the other way round: what is forgotten or
 * comes too early. */
export function linesAstray(text: string, { start, end }: Gap): readonly Mistaken[] {
  const lines = text.slice(start, end).split('\n');
  const first = lineOf(text, start);
  const made = (what: string, changed: readonly string[]): Mistaken => ({
    what,
    text: `${text.slice(0, start)}${changed.join('\n')}${text.slice(end)}`,
  });
  return lines.flatMap((line, at) => [
    made(`without line ${first + at}`, lines.toSpliced(at, 1)),
    ...(at === 0
      ? []
      : [
          made(
            `line ${first + at} before line ${first + at - 1}`,
            lines.toSpliced(at - 1, 2, line, lines[at - 1] ?? ''),
          ),
        ]),
  ]);
}
