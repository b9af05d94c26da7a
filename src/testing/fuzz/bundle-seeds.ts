import { gzipSync } from 'fflate';
import { sha256 } from '../../base/digest.ts';
import { type Files, zipped } from '../../cluster/index.ts';
import { bundleFiles } from '../../cluster/folder.ts';
import { questionText } from '../../cluster/question.ts';
import type { Tuning } from '../../promela/index.ts';

const TUNING: Tuning = { parameters: ['WG'], objective: 'cost', when: 'done', goal: 'largest' };
const limits = { holds: 2, effort: 2, memoryMB: 100, seconds: 10 };
const asked = { pan: '-E -A -n -w22', words: 'improve=0 report=1', effort: 2 };

/** A search's output. */
const outputOf = (
  search: number,
  values: readonly number[],
): string => `@search ${search} T=-1 depth=100000 memory=100
@finish time=${values[0]} WG=${values[1]}
@finish time=${Number(values[0]) + 7} WG=${Number(values[1]) + 1}
(Spin Version 6.5.2 -- 6 December 2019)
Full statespace search for:
	never claim         	+ (overtime_claim)
	assertion violations	- (disabled by -A flag)
	invalid end states	- (disabled by -E flag)
State-vector 44 byte, depth reached 20, errors: 0
       26 states, stored
        3 states, matched
       29 transitions (= stored+matched)
        0 atomic steps
hash conflicts:         0 (resolved)
  128.730	total actual memory usage
pan: elapsed time 0.01 seconds
@trail improve=0 report=0 T=${values[0]}
-2:0:-2
-4:-4:-4
1:1:0
2:0:2
`;

async function hashOf(content: string | Uint8Array<ArrayBuffer>): Promise<string> {
  return (await sha256(content)) ?? '';
}

const END = /@end [0-9a-f]{64}\n?$/;

/** A report with the hash of what it says. */
export async function signedReport(text: string): Promise<string> {
  const body = text.replace(END, '');
  return `${body}@end ${await hashOf(body)}\n`;
}

const REPORT = /^reports\/.*\.report$/;

/** Recomputes all hashes in plan and reports. */
export async function signedFolder(files: Files): Promise<Files> {
  const texts = new Map([...files].map(([path, bytes]) => [path, new TextDecoder().decode(bytes)]));
  let plan = texts.get('shards.json') ?? '';
  const model = await hashOf(texts.get('model.pml') ?? '');
  const question = await hashOf(texts.get('problem.json') ?? '');
  plan = plan
    .replace(/"model":"[0-9a-f]*"/, `"model":"${model}"`)
    .replace(/"problem.json":"[0-9a-f]*"/, `"problem.json":"${question}"`);
  if (texts.has('shards.json')) texts.set('shards.json', plan);
  const planHash = await hashOf(plan);
  for (const [path, text] of texts) {
    if (!REPORT.test(path)) continue;
    const body = text
      .replace(/^@model .*$/m, `@model ${model}`)
      .replace(/^@plan .*$/m, `@plan ${planHash}`);
    texts.set(path, await signedReport(body));
  }
  return new Map([...texts].map(([path, text]) => [path, new TextEncoder().encode(text)]));
}

/** Reads files from an arbitrary value. */
export function filesOf(value: unknown): Files {
  if (typeof value !== 'object' || value === null) return new Map();
  return new Map(
    Object.entries(value).map(([path, content]) => [
      path,
      new TextEncoder().encode(typeof content === 'string' ? content : JSON.stringify(content)),
    ]),
  );
}

/** A correct folder of two shards. */
export async function bundleSeeds() {
  const question = questionText({
    name: 'm.pml',
    source: { text: 'init { skip }' },
    tuning: TUNING,
  });
  const files = await bundleFiles({
    title: 'A model',
    model: 'init { skip }',
    defines: ['SAFETY'],
    known: [],
    overtime: '1',
    problem: { name: 'problem.json', text: question },
    searches: {
      kind: 'proof',
      next: false,
      depth: 100_000,
      shards: [1, 2].map((shard) => ({ shard, ...limits, ...(shard === 2 && { bound: 60 }) })),
      searches: [1, 2].map((search) => ({
        ...({ search, shard: search, purpose: 'census', ...asked } as const),
        ranges: { WG: { low: 4 * search, high: 4 * search + 3 } },
      })),
    },
  });
  const textOf = (wanted: string): string =>
    String(files.find(({ name }) => name === wanted)?.content ?? '');
  const [plan, model] = [textOf('shards.json'), textOf('model.pml')];
  const reportOf = (shard: number): string =>
    `@report 1\n@shard ${shard}\n@model ${'0'.repeat(64)}\n@plan ${'0'.repeat(64)}\n@host one\n${outputOf(shard, [40 + shard, 4 * shard])}`;
  const folder: Record<string, string> = {
    'shards.json': plan,
    'model.pml': model,
    'problem.json': question,
    'reports/0001.report': reportOf(1),
    'reports/0002.report': reportOf(2),
  };
  const zip = zipped(
    'f',
    Object.entries(folder).map(([name, content]) => ({ name, content })),
  );
  const tar = tarOf(folder);
  return {
    plan,
    question,
    tuning: TUNING,
    report: reportOf(1),
    files: folder,
    archives: [zip, tar, gzipSync(tar, { mtime: 0 })],
  };
}

/** A tar as POSIX has it. */
function tarOf(files: Readonly<Record<string, string>>): Uint8Array {
  const blocks = Object.entries(files).map(([name, content]) => {
    const body = Buffer.from(content);
    const header = Buffer.alloc(512);
    header.write(`f/${name}`, 0);
    header.write(body.length.toString(8).padStart(11, '0'), 124);
    header.write('0', 156);
    header.write('ustar', 257);
    return Buffer.concat([header, body, Buffer.alloc((512 - (body.length % 512)) % 512)]);
  });
  return new Uint8Array(Buffer.concat([...blocks, Buffer.alloc(1024)]));
}
