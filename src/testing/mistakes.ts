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

/** The same of CUDA, and of its host. */
const CUDA_MISTAKES: typeof MISTAKES = [
  [/\b__sync(?:threads|warp)\([^)]*\);/g, ';'],
  [/\b__syncthreads\(\);/g, 'if (threadIdx.x > 0) $&'],
  [/\bthreadIdx\.x\b/g, 'threadIdx.y'],
  [/\bthreadIdx\.x\b/g, 'blockIdx.x'],
  [/\bblockIdx\.x\b/g, 'threadIdx.x'],
  [/\bblockDim\.x\b/g, 'gridDim.x'],
  [/\bgridDim\.x\b/g, 'blockDim.x'],
  [/\batomicAdd\(&?([^,]*), ([^;]*)\);/g, '$1 += $2;'],
  [/\bcudaMem(?:set|cpy)\([^;]*;/g, ';'],
  [/\bsizeof\(\w+\)/g, '1'],
  [/<<</g, '<<<1 + '],
  [/\b0xffffffff\b/gi, '0xffff'],
  [/\breturn;/g, ';'],
  [/\b(\d+)\b/g, '(2 * $1)'],
  [/\b(\d+)\b/g, '($1 / 2)'],
  [/\bint (\w+) =/g, 'unsigned $1 ='],
];

const lineOf = (text: string, at: number): number => text.slice(0, at).split('\n').length;

/** Every one of these mistakes at every place of a part of a text. */
export const mistakesIn = (text: string, gap: Gap): readonly Mistaken[] =>
  mistaken(MISTAKES, text, gap);

/** Those of a whole CUDA program, but in comments, directives, and what the host alone sees: its own arrays, what it
 * returns, and its copies where the text states what arrays hold. */
export const mistakesInProgram = (text: string): readonly Mistaken[] => {
  const host = text.indexOf('int main(');
  const left = /^#pragma tuner input /m.test(text)
    ? /^\s*(?:[#/]|return \d|cudaMem(?:set|cpy))/
    : /^\s*(?:[#/]|return \d)/;
  const isNoCode = (at: number): boolean =>
    left.test(text.slice(text.lastIndexOf('\n', at - 1) + 1));
  return mistaken(
    [...MISTAKES, ...CUDA_MISTAKES],
    text,
    { start: 0, end: text.length },
    (at) => isNoCode(at) || (text[at] === '[' && at > host && host >= 0),
  );
};

const mistaken = (
  mistakes: typeof MISTAKES,
  text: string,
  { start, end }: Gap,
  isLeftOut: (at: number) => boolean = () => false,
): readonly Mistaken[] =>
  mistakes.flatMap(([from, to]) =>
    [...text.slice(start, end).matchAll(from)].flatMap(({ 0: found, index }) => {
      const at = start + index;
      if (isLeftOut(at)) return [];
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
