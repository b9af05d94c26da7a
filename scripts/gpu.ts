/** Runs kernels on the GPU that Dawn finds here, and compares each result with the run of values:
 * `npm run -s gpu -- examples/sum.cl`. */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { create, globals } from 'webgpu';
import { begin, readWords } from '../cli/command.ts';
import { UsageError } from '../cli/usage-error.ts';
import type { Span } from '../src/base/span.ts';
import { usualConstants } from '../src/base/constants.ts';
import { poseValues } from '../src/checker/pose-values.ts';
import { candidateOf, isCandidate, type Unmeasured } from '../src/gpu/candidate.ts';
import { type Device, SubmissionFailed } from '../src/gpu/device.ts';
import { type Candidate, measure } from '../src/gpu/measure.ts';
import { orderOf, ratioOf, timeOf } from '../src/gpu/statistics.ts';
import { openDevice } from '../src/gpu/webgpu.ts';
import { createNodeKernelParser } from '../src/kernel/node.ts';
import { randomForWgsl } from '../src/testing/random-wgsl.ts';

/** The outcome for a kernel in one configuration. */
interface Outcome {
  readonly kernel: string;
  readonly configuration: Readonly<Record<string, number>>;
  /** `wrong` is the kernel's own fault: nobody knows what it leaves. */
  readonly outcome: 'equal' | 'different' | 'refused' | 'beyond' | 'wrong' | 'not-run';
  readonly detail?: string;
  /** The text that is refused. */
  readonly at?: string;
}

/** Steps of a run of values. */
const BUDGET = 3e6;
const TIMED_BUDGET = 2e9;

async function onDevice(
  device: Device,
  made: Candidate | Unmeasured,
  text: string,
): Promise<Omit<Outcome, 'kernel' | 'configuration'>> {
  const of = (span?: Span): string => (span === undefined ? '' : text.slice(span.start, span.end));
  if (!isCandidate(made)) return { outcome: made.why, detail: made.message, at: of(made.span) };
  try {
    const prepared = await device.prepare(made.module, made.before);
    const found = await prepared.results();
    prepared.release();
    const detail = made.wrong(found);
    if (detail === undefined) return { outcome: 'equal' };
    return { outcome: made.isOrdered === true ? 'not-run' : 'different', detail };
  } catch (error) {
    if (!(error instanceof SubmissionFailed)) throw error;
    return { outcome: 'refused', detail: error.message, at: of(error.span) };
  }
}

/** Times configurations against each other, and prints them, the fastest first. */
async function time(named: readonly (readonly [name: string, Candidate])[]): Promise<void> {
  const { measured } = await measure(
    named.map(([, candidate]) => candidate),
    {
      open: async () => {
        const opened = await openDevice(gpu);
        if (typeof opened === 'string') throw new UsageError(`Dawn finds no GPU here (${opened}).`);
        return opened;
      },
      tell: () => undefined,
      signal: new AbortController().signal,
    },
  );
  const timed = measured.flatMap(({ times }, index) => {
    const estimate = timeOf(times);
    return estimate ? [{ name: named[index]?.[0] ?? '', times, estimate }] : [];
  });
  const [best, ...others] = timed.toSorted((a, b) => a.estimate.middle - b.estimate.middle);
  const micro = (nanoseconds: number): string => (nanoseconds / 1000).toPrecision(4);
  for (const one of best ? [best, ...others] : []) {
    const { middle, low, high } = one.estimate;
    const ratio = best && ratioOf(one.times, best.times);
    const beside =
      one === best || !ratio
        ? ''
        : `: ${ratio.middle.toFixed(3)} times the fastest (${ratio.low.toFixed(3)} to ${ratio.high.toFixed(3)})${orderOf(ratio) === 'tie' ? ', a tie' : ''}`;
    console.log(`${one.name} ${micro(middle)} us (${micro(low)} to ${micro(high)})${beside}`);
  }
  for (const [index, { state, message }] of measured.entries())
    if (state === 'failed') console.log(`${named[index]?.[0] ?? ''}: ${message ?? ''}`);
}

begin('gpu');
const { values, files } = readWords(
  `npm run -s gpu -- [options] FILES: kernels on the GPU that Dawn finds, compared with the run of values

  --size N      size of the problem (default: 16)
  --define A=1  a macro; may be repeated
  --given A=1   a tuning parameter's value; may be repeated
  --each N      so many configurations of each kernel (default: 3)
  --random N    so many random kernels as well
  --seed N      the first of them (default: 1)
  --time        times them, where their results are right
  --json        one object for each kernel and configuration`,
  {
    size: { type: 'string' },
    define: { type: 'string', multiple: true },
    given: { type: 'string', multiple: true },
    each: { type: 'string' },
    random: { type: 'string' },
    seed: { type: 'string' },
    time: { type: 'boolean' },
    json: { type: 'boolean' },
  },
  process.argv.slice(2),
  true,
);
const size = Number(values.size ?? 16);
const random = Number(values.random ?? 0);
const most = Number(values.each ?? 3);
if (![size, random, most].every((each) => Number.isInteger(each) && each >= 0))
  throw new UsageError('--size, --random and --each are whole numbers.');
const defines = Object.fromEntries((values.define ?? []).map((each) => each.split('=')));
const given = Object.fromEntries(
  (values.given ?? []).map((each) => {
    const [name = '', value] = each.split('=');
    return [name, Number(value)];
  }),
);
const texts = [
  ...files.map((file) => ({ kernel: basename(file), text: readFileSync(file, 'utf8') })),
  ...Array.from({ length: random }, (_, i) => {
    const seed = Number(values.seed ?? 1) + i;
    return { kernel: `random ${seed}`, text: randomForWgsl(seed) };
  }),
];

Object.assign(globalThis, globals);
const gpu = create([]);
const device = await openDevice(gpu);
if (typeof device === 'string')
  throw new UsageError(
    `Dawn finds no GPU here (${device}): set VK_ICD_FILENAMES to a driver's file.`,
  );
if (!values.json)
  console.log(
    `${device.facts.name}${device.facts.isSoftware ? ': a software adapter, no GPU' : ''}`,
  );
const right: (readonly [string, Candidate])[] = [];
const counts: Record<string, number> = {};
const parser = await createNodeKernelParser();
for (const { kernel, text } of texts) {
  const constants = { ...usualConstants(), size };
  const { programs } = poseValues(parser, text, { constants, given, defines });
  const chosen = new Set(
    Array.from({ length: most }, (_, i) => Math.floor(((i + 0.5) / most) * programs.length)),
  );
  for (const index of chosen) {
    const program = programs[index];
    if (program === undefined) continue;
    const { configuration } = program;
    const { limits } = device;
    const budget = values.time ? TIMED_BUDGET : BUDGET;
    const made = candidateOf(program, { text, limits, budget });
    const told: Outcome = { kernel, configuration, ...(await onDevice(device, made, text)) };
    if (told.outcome === 'equal' && isCandidate(made))
      right.push([`${kernel} ${JSON.stringify(configuration)}`, made]);
    counts[told.outcome] = (counts[told.outcome] ?? 0) + 1;
    const { outcome, detail = '', at = '' } = told;
    if (values.json) console.log(JSON.stringify(told));
    else if (outcome !== 'equal')
      console.log(`${kernel} ${JSON.stringify(configuration)}: ${outcome} ${detail} ${at}`);
  }
}
if (!values.json) console.log(JSON.stringify(counts));
if (values.time) await time(right);
device.close();
// Dawn's threads would keep the process.
process.exit(0);
