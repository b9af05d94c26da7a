/** Runs kernels on the GPU that Dawn finds here, and compares each result with the run of values:
 * `npm run -s gpu -- examples/sum.cl`. */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { create, globals } from 'webgpu';
import { begin, readWords, UsageError } from '../cli/command.ts';
import { usualConstants } from '../src/base/constants.ts';
import { poseValues } from '../src/checker/pose-values.ts';
import { type Device, SubmissionFailed } from '../src/gpu/device.ts';
import { differenceOf } from '../src/gpu/results.ts';
import { openDevice } from '../src/gpu/webgpu.ts';
import { createNodeKernelParser } from '../src/kernel/node.ts';
import { randomForWgsl } from '../src/testing/random-wgsl.ts';
import type { ValueProgram } from '../src/values/index.ts';
import { referenceRun } from '../src/values/run/reference-run.ts';
import { beyond, wgslOf } from '../src/wgsl/index.ts';

/** What became of a kernel in one configuration. */
interface Outcome {
  readonly kernel: string;
  readonly configuration: Readonly<Record<string, number>>;
  /** `wrong` is the kernel's own fault: nobody knows what it leaves. */
  readonly outcome: 'equal' | 'different' | 'refused' | 'beyond' | 'wrong' | 'not-run';
  readonly detail?: string;
  /** The text that is refused. */
  readonly at?: string;
}

/** Steps of a run of values: those are small. */
const BUDGET = 3e6;

async function onDevice(
  device: Device,
  program: ValueProgram,
  text: string,
): Promise<Omit<Outcome, 'kernel' | 'configuration'>> {
  const reference = referenceRun(program, { budget: BUDGET });
  if (typeof reference === 'string') return { outcome: 'not-run', detail: reference };
  const bytes = reference.before.map((each) => each?.byteLength);
  const made = wgslOf(program, text, { arguments: reference.arguments, bytes });
  if (!made.ok) {
    const [{ message, span } = { message: '', span: { start: 0, end: 0 } }] = made.diagnostics;
    return { outcome: 'refused', detail: message, at: text.slice(span.start, span.end) };
  }
  if (!reference.isRight) return { outcome: 'wrong' };
  const { value: module } = made;
  const limit = beyond(module, device.limits);
  if (limit !== undefined) return { outcome: 'beyond', detail: limit };
  const before = module.arrays.map(({ object }) => reference.before[object] ?? new Uint8Array());
  try {
    const prepared = await device.prepare(module, before);
    const found = await prepared.results();
    prepared.release();
    const detail = differenceOf(program, module, reference.after, found);
    return detail === undefined ? { outcome: 'equal' } : { outcome: 'different', detail };
  } catch (error) {
    if (!(error instanceof SubmissionFailed)) throw error;
    const { message, span } = error;
    const at = span === undefined ? '' : text.slice(span.start, span.end);
    return { outcome: 'refused', detail: message, at };
  }
}

begin('gpu');
const { values, files } = readWords(
  `npm run -s gpu -- [options] FILES: kernels on the GPU that Dawn finds, compared with the run of values

  --size N      size of the problem (default: 16)
  --define A=1  a macro; may be repeated
  --each N      so many configurations of each kernel (default: 3)
  --random N    so many random kernels as well
  --seed N      the first of them (default: 1)
  --json        one object for each kernel and configuration`,
  {
    size: { type: 'string' },
    define: { type: 'string', multiple: true },
    each: { type: 'string' },
    random: { type: 'string' },
    seed: { type: 'string' },
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
const counts: Record<string, number> = {};
const parser = await createNodeKernelParser();
for (const { kernel, text } of texts) {
  const constants = { ...usualConstants(), size };
  const { programs } = poseValues(parser, text, { constants, given: {}, defines });
  const chosen = new Set(
    Array.from({ length: most }, (_, i) => Math.floor(((i + 0.5) / most) * programs.length)),
  );
  for (const index of chosen) {
    const program = programs[index];
    if (program === undefined) continue;
    const { configuration } = program;
    const told: Outcome = { kernel, configuration, ...(await onDevice(device, program, text)) };
    counts[told.outcome] = (counts[told.outcome] ?? 0) + 1;
    const { outcome, detail = '', at = '' } = told;
    if (values.json) console.log(JSON.stringify(told));
    else if (outcome !== 'equal')
      console.log(`${kernel} ${JSON.stringify(configuration)}: ${outcome} ${detail} ${at}`);
  }
}
if (!values.json) console.log(JSON.stringify(counts));
device.close();
// Dawn's threads would keep the process.
process.exit(0);
