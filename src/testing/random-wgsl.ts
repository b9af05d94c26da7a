import { drawing, randomBody } from './random-c.ts';
import { randomGroups } from './random-groups.ts';

const ROOM = 64;

/** Numbers of 64 bits as the nearest that WGSL has. */
const in32 = (text: string): string =>
  text
    .replaceAll(/\bulong\b/g, 'uint')
    .replaceAll(/\blong\b/g, 'int')
    .replaceAll(/\b(0x[\da-f]+|\d+)(u?)L\b/gi, '$1$2')
    .replaceAll(/\b(\d+\.\d+)\b(?!f)/g, '$1f')
    .replaceAll('9223372036854775807', '3')
    .replaceAll('4294967296', '9');

/** A random kernel that WGSL may be able to say: of one item, or of groups that share memory. */
export function randomForWgsl(seed: number): string {
  const draw = drawing(seed);
  if (seed % 2 === 0) return randomGroups(draw);
  const { helpers, body } = randomBody(draw);
  return in32(`struct Pair { int a; short b; };
${helpers}
#pragma tuner param WG = {1}
#pragma tuner items 1
#pragma tuner array out = ${ROOM}
#pragma tuner input n = ${(seed * 37) % 300}
__kernel void f(int n, __global int *out) {
${body}
}`);
}
