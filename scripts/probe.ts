/** Probes the GPU that Dawn finds here: `npm run -s probe -- --json`. */
import { create, globals } from 'webgpu';
import { begin, readOptions } from '../cli/command.ts';
import { UsageError } from '../cli/usage-error.ts';
import { type Latency, probe, type Probed } from '../src/gpu/probes.ts';
import { openDevice } from '../src/gpu/webgpu.ts';

begin('probe');
const values = readOptions(
  `npm run -s probe -- [options]: constants of the GPU that Dawn finds, each with its interval or "no signal"

  --rounds N    of each (default: 20)
  --bytes N     of the largest array at most (default: what the adapter has, up to 2^30)
  --json        one object`,
  { rounds: { type: 'string' }, bytes: { type: 'string' }, json: { type: 'boolean' } },
  process.argv.slice(2),
);
const numberOf = (name: 'rounds' | 'bytes'): number | undefined => {
  const text = values[name];
  if (text === undefined) return undefined;
  if (!/^[1-9]\d*$/.test(text)) throw new UsageError(`--${name} is a whole number.`);
  return Number(text);
};

Object.assign(globalThis, globals);
const device = await openDevice(create([]));
if (typeof device === 'string')
  throw new UsageError(
    `Dawn finds no GPU here (${device}): set VK_ICD_FILENAMES to a driver's file.`,
  );
const [rounds, mostBytes] = [numberOf('rounds'), numberOf('bytes')];
const began = performance.now();
const { now: _, ...found } = await probe(device, {
  signal: new AbortController().signal,
  tell: ({ now }) => {
    if (!values.json && now) process.stderr.write(`${now}\n`);
  },
  ...(rounds !== undefined && { rounds }),
  ...(mostBytes !== undefined && { mostBytes }),
});
const said = (one: Probed | Latency): string =>
  'none' in one
    ? `no signal: ${one.none}`
    : `${one.middle.toPrecision(4)} (${one.low.toPrecision(4)} to ${one.high.toPrecision(4)})`;
if (values.json) {
  console.log(JSON.stringify({ ...found, seconds: (performance.now() - began) / 1000 }));
} else {
  const { name, isSoftware } = found.facts;
  console.log(`${name}${isSoftware ? ': a software adapter, no GPU' : ''}`);
  for (const one of found.probed) console.log(`${one.id}: ${said(one)}`);
  for (const one of found.latencies)
    console.log(`a chain through ${one.bytes} bytes: ${said(one)}`);
}
device.close();
// Dawn's threads would keep the process.
process.exit(0);
