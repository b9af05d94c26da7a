import { describe, expect, it } from 'vitest';
import { usualConstants } from '../src/platform/index.ts';
import { exampleText } from '../src/testing/engine.ts';
import { InputError, said } from './diagnostics.ts';
import { poseText } from './posed-text.ts';

const setting = { semantics: 'opencl', level: 'auto', constants: usualConstants() } as const;
const lenient = { ...setting, strict: false };
const strict = { ...setting, strict: true };

/** The refusal of a text. */
async function refused(text: string, options: typeof lenient | typeof strict): Promise<InputError> {
  try {
    await poseText('k.cl', text, options);
  } catch (error) {
    if (error instanceof InputError) return error;
    throw error;
  }
  throw new Error('it is not refused');
}

const KERNEL = '__kernel void k(__global int *a) {\n  a[0] = 1;\n}\n';

describe('what there is to say about a kernel', () => {
  it('is said with its place, severity and hint, in one line', async () => {
    const { diagnostics } = await poseText('racy', exampleText('racy'), lenient);
    expect(diagnostics).toHaveLength(1);
    expect(diagnostics).toMatchObject([
      { severity: 'warning', code: 'local-race', line: 10, column: 3 },
    ]);
    expect(diagnostics.map((each) => said('racy', each))).toEqual([
      "racy:10:3: warning: Another work-item's element of tile is written here and read in line 12, with no barrier between. Put barrier(CLK_LOCAL_MEM_FENCE); between this and line 12.",
    ]);
  });

  it('is nothing where there is nothing', async () => {
    expect((await poseText('sum', exampleText('sum'), strict)).diagnostics).toEqual([]);
  });

  it('refuses a kernel for a warning where that is asked for, and never for an info', async () => {
    const { message, diagnostics } = await refused(exampleText('racy'), strict);
    expect(message).toMatch(/^k\.cl:10:3: warning: .*--strict\.$/);
    expect(diagnostics).toHaveLength(1);
    const informed = await poseText('minimum', exampleText('minimum'), strict);
    expect(informed.diagnostics.map(({ severity }) => severity)).toEqual(['info', 'info']);
  });

  it('names the first error, with how many more there are', async () => {
    const two = KERNEL.replace('a[0] = 1;', 'a[0] = nothing();\n  a[1] = never();');
    const { message, diagnostics } = await refused(two, strict);
    expect(message).toMatch(/^k\.cl:2:10: .*nothing.* \(and 1 error more\)$/);
    const errors = diagnostics.filter(({ severity }) => severity === 'error');
    expect(errors.map(({ line }) => line)).toEqual([2, 3]);
  });
});
