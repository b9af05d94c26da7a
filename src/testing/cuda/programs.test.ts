import { describe, expect, it } from 'vitest';
import { positionAt } from '../../base/span.ts';
import { poseValues, verifyPrograms } from '../../checker/values.ts';
import { usualConstants } from '../../platform/index.ts';
import { checkByRunning } from '../../values/run/check.ts';
import { parser } from '../kernels.ts';
import { CUDA_PROGRAMS } from './index.ts';

const CONSTANTS = { ...usualConstants(), size: 16 };

/** A part of what the command line runs: under a second for each kernel. */
const STEPS = 3_000_000;

const { signal } = new AbortController();

/** Every kernel of a text, each for itself. */
async function judged(text: string) {
  const lineOf = (start: number): number => positionAt(text, start).line;
  const verdicts = parser.parse(text).kernels.map(async ({ name }) => {
    const posed = poseValues(parser, text, { constants: CONSTANTS, given: {}, kernelName: name });
    const verification = await verifyPrograms(posed.programs, posed.unposed, {
      run: (program) => checkByRunning(program, { text, constants: CONSTANTS, budget: STEPS }),
      signal,
    });
    const { status, findings, notChecked } = verification;
    const refused = notChecked.find(({ what }) => what === 'everything');
    const errors = posed.diagnostics.filter(({ severity }) => severity === 'error');
    return {
      status,
      refused: refused?.why ?? posed.obstacle ?? errors[0]?.message,
      lines: findings.flatMap(({ span, related = [] }) =>
        [span, ...related.map((each) => each.span)].map(({ start }) => lineOf(start)),
      ),
    };
  });
  return Promise.all(verdicts);
}

describe('CUDA as it is published', () => {
  it.each(CUDA_PROGRAMS)('$title: $known', { timeout: 60_000 }, async (program) => {
    const { text, known, marked } = program;
    const verdicts = await judged(text);
    expect(verdicts).not.toEqual([]);
    expect(verdicts.flatMap(({ refused }) => refused ?? [])).toEqual([]);
    if (known === 'right') {
      expect(verdicts.filter(({ status }) => status === 'wrong')).toEqual([]);
      return;
    }
    const wrong = verdicts.filter(({ status }) => status === 'wrong');
    expect(wrong.flatMap(({ lines }) => lines).some((line) => marked.includes(line))).toBe(true);
  });
});
