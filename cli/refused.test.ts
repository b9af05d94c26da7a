import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { runCommand } from '../src/testing/commands.ts';
import { REFUSED_CASES } from '../src/testing/cuda/index.ts';

/** Where and why a kernel that has the construct is not checked. */
const SAID: Readonly<Record<string, string>> = {
  dynamic_parallelism:
    '5:25: not checked: everything: The values of a launch by a kernel are not followed.',
  inline_ptx: '4:3: not checked: everything: The values of inline PTX (asm) are not followed.',
  mma: '4:3: not checked: everything: The values of inline PTX (asm) are not followed.',
  surface:
    '2:43: not checked: everything: Values of the type cudaSurfaceObject_t are not followed.',
  texture:
    '2:44: not checked: everything: Values of the type cudaTextureObject_t are not followed.',
  wmma: '7:69: not checked: everything: Values of the type fragment<wmma::matrix_a, 16, 16, 16, half, wmma::col_major> are not followed.',
};

test.each(REFUSED_CASES)(
  '$reason: its message, its place, exit status 3; another kernel is right',
  ({ name, text, line }) => {
    const file = fileURLToPath(new URL(`../src/testing/cuda/refused/${name}.cu`, import.meta.url));
    const before = text.split('\n').slice(0, line).join('\n');
    const kernel = [...before.matchAll(/__global__ void (\w+)/g)].at(-1)?.[1] ?? '';
    const asked = (of: string) =>
      runCommand('verify', ['--kernel', file, '--kernel-name', of, '--size', '16', '--quick']);
    const refused = asked(kernel);
    expect(refused.stdout + refused.stderr).toContain(`${name}.cu:${SAID[name]}`);
    expect(refused.status).toBe(3);
    expect(asked('copy').status).toBe(0);
  },
);
