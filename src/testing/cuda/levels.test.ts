import { afterAll, describe, expect, test } from 'vitest';
import { ValueChecker } from '../../checker/value-checker.ts';
import { createNativeToolchain } from '../../spin/native-toolchain.ts';
import { checkByRunning } from '../../values/run/check.ts';
import { saidByRunning, saidBySpin, SMALL_CONSTANTS, smallCases } from './small-groups.ts';
import { isLong } from '../amounts.ts';

/** Verdicts of runs and of SPIN's searches on the corpus, in blocks of up to 8 threads. */

/** Seconds for a search. */
const TIMEOUT = isLong ? 120 : 30;

const SAMPLE: ReadonlySet<string> = new Set([
  'boxes_of_int3',
  'least_read_too_early',
  'running_sums_of_a_tile',
  'twin example_racy',
  'twin example_divergent',
  'twin haar_wavelet',
]);

const UNSAID = /^(?:cut off|not followed|not searched: .*)$/s;

const toolchain = await createNativeToolchain();
afterAll(() => toolchain.dispose());
const checker = new ValueChecker(toolchain, { memoryMB: 2048 });

const CASES = smallCases();
const asked = CASES.filter(({ name }) => isLong || SAMPLE.has(name));

test('the sample is in the corpus', () => {
  expect(CASES.length).toBeGreaterThan(100);
  expect(CASES.filter(({ name }) => SAMPLE.has(name)).length).toBe(SAMPLE.size);
});

describe.each(asked)('$name', ({ name, text, program }) => {
  const run = checkByRunning(program, { text, constants: SMALL_CONSTANTS });
  const kinds = saidByRunning(run);
  // SPIN takes arrays to be as long as was assumed, where a run is right on a condition.
  const isOpen = run.notChecked.some(({ weakens, holdsIf }) => weakens || holdsIf !== undefined);

  test.each(['regions', 'free'] as const)(
    'SPIN says the same at the level %s',
    { timeout: 600_000 },
    async (level) => {
      const request = { level, constants: SMALL_CONSTANTS, timeout: TIMEOUT };
      const said = saidBySpin(await checker.check([program], request));
      if (UNSAID.test(said)) {
        expect(SAMPLE.has(name) && level === 'regions', said).toBe(false);
        return;
      }
      if (!isOpen || said === 'right') expect(kinds.length > 0 ? kinds : ['right']).toContain(said);
    },
  );
});
