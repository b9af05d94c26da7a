import { chmodSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { shellFile } from '../src/base/shell-words.ts';
import { kernelTime, pose, type Problem, promelaModel } from '../src/checker/index.ts';
import {
  type BundleFile,
  exported,
  type ExportOptions,
  QUESTION_FILES,
  questionText,
  shardCount,
  shardingOf,
} from '../src/cluster/index.ts';
import { createNodeKernelParser } from '../src/kernel/node.ts';
import { PAPERS_TUNING } from '../src/promela/index.ts';
import { settingOf } from '../src/session/derive.ts';
import { workbenchText } from '../src/session/workbench/workbench-file.ts';
import { readArguments, type TuneArguments } from './tune-arguments.ts';
import { count, line } from './option-values.ts';
import { begin, readOptions } from './command.ts';
import { UsageError } from './usage-error.ts';
import { settingsOf } from './export-settings.ts';
import { readKernel, readSource } from './input.ts';
import { sayMachine } from './machine-arguments.ts';
import { modelSourceOf } from './model-input.ts';
import { withSpaceOf } from './space.ts';
import { VERSIONS } from './versions.ts';
import { faultOf } from './diagnostics.ts';
import { withTools } from './tools.ts';
import type { Exported } from '../src/session/cluster/bundling.ts';

const USUAL = { shards: 64, memory: 4096, seconds: 3600, perShard: 4 } as const;
const MOST = { shards: 100_000, memory: 4_000_000, seconds: 2_000_000, seeds: 1_000_000 } as const;

const USAGE = [
  'Usage: npm run -s export -- --to DIR [options of tune]',
  '',
  'Writes a folder that Slurm, GNU parallel, Kubernetes or a shell runs on any machines with SPIN, gcc and make;',
  'npm run -s merge -- DIR makes one result of what they find. What is tuned is said as for tune (see its --help);',
  'with --method swarm the shards are random searches, otherwise they are a proof together.',
  '',
  line('--to DIR', 'the folder; it must be new or empty'),
  line('--shards N', `shards (default ${USUAL.shards}, or as many as there is to do)`),
  line('--seeds N', `random searches of a swarm (default ${USUAL.perShard} a shard)`),
  line('--shard-memory MB', `the most memory of a search (default ${USUAL.memory})`),
  line('--shard-seconds S', `and its longest time (default ${USUAL.seconds})`),
  line('--best-only', 'leave out the next best time, which takes longer searches'),
  line('--json', 'print one JSON object'),
  '',
  'Exit status 0 when it was written, 2 on bad input.',
].join('\n');

const OWN = {
  to: { type: 'string' },
  shards: { type: 'string' },
  seeds: { type: 'string' },
  'shard-memory': { type: 'string' },
  'shard-seconds': { type: 'string' },
  'best-only': { type: 'boolean' },
} as const;

/** Splits the words into exports' own and the others. */
function divided(words: readonly string[]): { own: string[]; others: string[] } {
  const own: string[] = [];
  const others: string[] = [];
  const waiting = [...words];
  for (let word = waiting.shift(); word !== undefined; word = waiting.shift()) {
    const [, name = '', value] = /^--([^=]+)(=.*)?$/s.exec(word) ?? [];
    const option = Object.entries(OWN).find(([each]) => each === name)?.[1];
    if (name === 'help' || word === '-h' || option) own.push(word);
    else others.push(word);
    if (option?.type === 'string' && value === undefined) own.push(waiting.shift() ?? '');
  }
  return { own, others };
}

async function main(): Promise<number> {
  const { own, others } = divided(process.argv.slice(2));
  const typed = readOptions(USAGE, OWN, own);
  const { to } = typed;
  if (to === undefined || to === '') throw new UsageError('--to names the folder. See --help.');
  if (existsSync(to) && readdirSync(to).length > 0)
    throw new UsageError(`${to} is not empty; name a new folder`);
  const options = readArguments(others);
  refuseUnfit(options);
  sayMachine(options.described);
  const kind = options.task === 'swarm' ? 'swarm' : 'proof';
  const shards = count(MOST.shards, typed.shards, '--shards') ?? USUAL.shards;
  const how: ExportOptions = {
    kind,
    shards,
    seed: options.seed,
    next: typed['best-only'] !== true,
    memoryMB: count(MOST.memory, typed['shard-memory'], '--shard-memory') ?? USUAL.memory,
    seconds: count(MOST.seconds, typed['shard-seconds'], '--shard-seconds') ?? USUAL.seconds,
    seeds: count(MOST.seeds, typed.seeds, '--seeds') ?? USUAL.perShard * shards,
  };
  const files = await exportedFiles(options, how);
  write(to, files);
  const made = shardCount(files);
  if (options.json)
    console.log(JSON.stringify({ to, kind, shards: made, files: files.map(({ name }) => name) }));
  else
    console.log(
      `${to}: ${made} shards. Next, there: make, then ./parallel.sh, sbatch job.slurm or kubectl apply -f job.yaml (README.md); then npm run -s merge -- ${shellFile(to)}`,
    );
  return 0;
}

function refuseUnfit({ task, robust, within, exports, suggest, sets }: TuneArguments): void {
  const unfit =
    typeof task === 'object'
      ? '--longest'
      : robust
        ? '--robust'
        : within !== undefined
          ? '--within'
          : exports.length > 0
            ? '--export'
            : suggest
              ? '--suggest'
              : sets.length > 0
                ? '--options'
                : undefined;
  if (unfit !== undefined) throw new UsageError(`${unfit} has no place in an export: leave it out`);
}

/** @throws {UsageError} */
async function exportedFiles(
  options: TuneArguments,
  how: ExportOptions,
): Promise<readonly BundleFile[]> {
  const { subject, question } = await (options.promela === undefined
    ? kernelAsked(options)
    : modelAsked(options));
  const { name } = subject;
  return withTools(async (toolchain) => {
    const place = { toolchain, memoryMB: options.memory };
    const sharding = await shardingOf(subject, place);
    const obstacle = sharding.obstacle();
    if (obstacle !== undefined) throw new UsageError(`${name}: ${obstacle}`);
    if (!options.json) console.error(sharding.preparing);
    const known = await sharding.known(place);
    return exported(sharding, question, known, { ...how, overtime: VERSIONS.overtime });
  }).catch(faultOf(subject));
}

function modelAsked(options: TuneArguments): Promise<Exported> {
  const { promela = '', tuning = PAPERS_TUNING } = options;
  const name = basename(promela);
  const source = modelSourceOf(options);
  const text = questionText({ name, source, tuning });
  const question = { name: QUESTION_FILES.model, text };
  return Promise.resolve({ subject: promelaModel(name, source, tuning), question });
}

/** @throws {UsageError} */
async function kernelAsked(options: TuneArguments): Promise<Exported> {
  const { name, problem: read } = await readKernel({ ...options, anyNumber: true });
  const { text } = readSource(options);
  const whole = options.space === undefined ? text : withSpaceOf(options.space, text);
  const settings = settingsOf(options, read, whole);
  // Posed as the merge will pose it.
  const { problem } = pose(
    await createNodeKernelParser(),
    settings.kernelText,
    { ...settingOf(settings), anyNumber: true },
    settings.kernelName,
  );
  if (!problem || !isSame(problem, read))
    throw new UsageError(
      `${name} cannot be exported as one text: put what it includes into it (-I), or leave out what the text does not say`,
    );
  const content = { name, date: new Date(), settings, view: {} };
  const question = { name: QUESTION_FILES.kernel, text: workbenchText(content, () => undefined) };
  return { subject: kernelTime(problem, name), question };
}

/** The page reads the same problem. A machine sets all constants but the size. */
const isSame = (one: Problem, other: Problem): boolean =>
  one.model.text === other.model.text && askedIn(one) === askedIn(other);

const askedIn = ({ constants, machine }: Problem): string =>
  JSON.stringify(machine ? [constants.size, Object.entries(machine).toSorted()] : constants);

function write(folder: string, files: readonly BundleFile[]): void {
  for (const { name, content, isExecutable } of files) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
    if (isExecutable === true) chmodSync(path, 0o755);
  }
}

begin('export');
process.exitCode = await main();
