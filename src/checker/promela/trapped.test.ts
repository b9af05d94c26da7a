import { afterAll, describe, expect, it } from 'vitest';
import type { Tuning } from '../../promela/index.ts';
import { createNodeToolchain } from '../../spin/node-toolchain.ts';
import { checkModel } from './check.ts';
import { PromelaChecker } from './promela-checker.ts';

const toolchain = await createNodeToolchain();
afterAll(() => toolchain.dispose());

const check = (text: string) => checkModel(toolchain, { text }, {}, { memoryMB: 256 });

describe('a verifier that stops', { timeout: 120_000 }, () => {
  it.each([
    ['x = 7 / x', /divides by zero.*`d != 0 -> x = n \/ d`/],
    ['x = 7 % x', /divides by zero/],
    // Those that the compiler sees.
    ['x = 1 / 0', /divides by zero/],
    ['y = 7 % 0; assert(y == 1)', /divides by zero/],
    ['if :: 5 / 0 > 1 -> x = 1 :: else fi', /divides by zero/],
    ['x == 0 && 1 / x > 1 -> skip', /divides by zero/],
    ['y = -2147483647 - 1; y = y / (x - 1)', /no int/],
  ])('says that %s is a fault of the model', async (statement, words) => {
    const text = `byte x; int y; active proctype p() { ${statement} }`;
    const error = await check(text).catch((each: unknown) => each);
    expect(error).toMatchObject({ place: 'model' });
    const { message, hint } = error as { message: string; hint: string };
    expect(`${message} ${hint}`).toMatch(words);
  });

  it('says that C of the model may be at fault', async () => {
    const text = 'byte x; active proctype p() { c_code { *(volatile int *)0xf0000000u = 3; } }';
    await expect(check(text)).rejects.toMatchObject({
      place: 'model',
      hint: expect.stringContaining('The C of the model'),
    });
  });

  it('says that C of the model has ended it', async () => {
    const text = 'byte x; active proctype p() { x = 1; c_code { exit(3); } }';
    await expect(check(text)).rejects.toMatchObject({
      place: 'model',
      message: expect.stringMatching(/^The C of the model ended the verifier with status 3/),
    });
  });

  it('says the same to a tuning', async () => {
    const text =
      'int n, x; bool done; active proctype p() { select(n : 0 .. 2); x = 4 / n; done = true }';
    const tuning: Tuning = { parameters: ['n'], objective: 'x', when: 'done', goal: 'smallest' };
    const checker = new PromelaChecker(toolchain, { text }, { memoryMB: 256 }, tuning);
    const search = checker.search({ bound: 'none', all: true });
    await expect(search).rejects.toThrow(/divides by zero/);
    // SPIN's simulator stops there as well.
    const simulated = toolchain.steps({ model: 'byte x; init { x = 4 / x }', plan: { seed: 1 } });
    await expect(simulated).rejects.toMatchObject({
      place: 'model',
      message: expect.stringContaining('divides by zero'),
    });
  });
});
