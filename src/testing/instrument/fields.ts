import { drawing, randomBody } from '../random-c.ts';
import { randomGroups } from '../random-groups.ts';
import { mutants } from '../verdicts/mutants.ts';
import type { Subject } from './judges.ts';

const ROOM = 64;

/** A function of one number, of which eight are tried. */
function functionText(seed: number): string {
  const { helpers, body } = randomBody(drawing(seed), { builtIns: true });
  return `#pragma tuner param WG = {1}
#pragma tuner items 1
#pragma tuner array in = 1
#pragma tuner input in[i] = any(0, 7)
#pragma tuner array out = ${ROOM}
#pragma tuner input out[i] = 0
struct Pair
{
int a;
short b;
};
${helpers}
__kernel void f(__global int *in, __global long *out)
{
int n = in[0];
n = n < 6 ? n * n * ${1 + (seed % 97)} - ${seed % 41} : n == 6 ? 2147483647 : -70000;
${body}
}
`;
}

/** Where subjects come from: as many as one asks for, other ones for other seeds. */
export const FIELDS = {
  functions: (seed, count) => drawn(seed, count, 1, functionText),
  groups: (seed, count) => drawn(seed, count, 4, (each) => randomGroups(drawing(each))),
  mutants(seed, count) {
    const all = mutants(4);
    const step = Math.max(1, Math.floor(all.length / count));
    return all
      .filter((_, index) => index % step === seed % step)
      .slice(0, count)
      .map(({ name, text, size }) => ({ name, text, size, given: { WG: 4 } }));
  },
} as const satisfies Record<string, (seed: number, count: number) => readonly Subject[]>;

export type Field = keyof typeof FIELDS;

const drawn = (
  seed: number,
  count: number,
  WG: number,
  write: (seed: number) => string,
): readonly Subject[] =>
  Array.from({ length: count }, (_, index) => ({
    name: `${seed * 1_000_000 + index}`,
    text: write(seed * 1_000_000 + index),
    size: 8,
    given: { WG },
  }));
