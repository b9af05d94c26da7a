import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { toJson } from '../src/base/json-text.ts';
import { Failure } from '../src/base/failure.ts';
import { kernelTime, pose, promelaModel, type Tunable } from '../src/checker/index.ts';
import {
  effortUsed,
  type EffortUsed,
  type Files,
  isWanted,
  type MergedRun,
  mergedOf,
  QUESTION_FILES,
  readBundle,
  type ReadBundle,
  readQuestion,
  shardingOf,
  trailFault,
  unfit,
  unpacked,
} from '../src/cluster/index.ts';
import { createNodeKernelParser } from '../src/kernel/node.ts';
import { settingOf } from '../src/session/derive.ts';
import { ResultsTable, ResultsView } from '../src/session/run/results-table.ts';
import { IDLE, type Run } from '../src/session/run/run.ts';
import { readWorkbench, workbenchText } from '../src/session/workbench/workbench-file.ts';
import type { Settings } from '../src/session/kept/settings.ts';
import { showConfiguration } from '../src/tuning/index.ts';
import { answer, objectiveIn } from './answer.ts';
import { USUAL_MEMORY } from './kernel-arguments.ts';
import { line } from './option-values.ts';
import { begin, readOptions } from './command.ts';
import { UsageError } from './usage-error.ts';
import { shippedText } from './input.ts';
import { VERSIONS } from './versions.ts';
import { withTools } from './tools.ts';

const USAGE = [
  'Usage: npm run -s merge -- [options] DIR|ARCHIVE',
  '',
  'Makes one result of the reports of a folder that npm run -s export (or the page) wrote and other machines ran,',
  'or of its archive (.zip, .tar, .tar.gz). What is missing, double, of another model or cut off is named with the',
  'shards to run again.',
  '',
  line('--to FILE.overtime.json', 'write the result as a workbench file, which the page opens'),
  line('--json', 'print one JSON object, as tune does, with what the shards used in `cluster`'),
  '',
  'Exit status 0 when there is a result, 1 when shards have to be run again, 2 on bad input.',
].join('\n');

async function main(): Promise<number> {
  const started = performance.now();
  const words = process.argv.slice(2);
  const to = words.findIndex((word) => word === '--to');
  const named = words.filter((word, at) => !word.startsWith('-') && (to < 0 || at !== to + 1));
  const { json = false, to: workbench } = readOptions(
    USAGE,
    { json: { type: 'boolean' }, to: { type: 'string' } },
    words.filter((word) => !named.includes(word)),
  );
  const [path] = named;
  if (path === undefined || named.length > 1)
    throw new UsageError('one folder or archive is merged at a time; name it. See --help.');
  const read = await readBundle(filesOf(path));
  if (!read.ok) throw new UsageError(`${path}: ${read.message}`);
  const { bundle } = read;
  const { subject, settings } = await askedIn(path, bundle);
  return withTools(async (toolchain) => {
    const sharding = await shardingOf(subject, { toolchain, memoryMB: USUAL_MEMORY });
    const wrong = await unfit(sharding, bundle);
    if (wrong !== undefined) throw new UsageError(`${path}: ${wrong}`);
    const merged = mergedOf(bundle);
    if (!merged.ok) return refuse(path, merged, json);
    const checker = sharding.checker(toolchain, { memoryMB: USUAL_MEMORY });
    const fault = await trailFault(subject, merged.result, checker);
    if (fault !== undefined) return refuse(path, { faults: [fault], again: [] }, json);
    const seconds = (performance.now() - started) / 1000;
    const used = effortUsed(bundle);
    const shown = sharding.shown(merged);
    if (workbench !== undefined) {
      if (!settings)
        throw new UsageError('--to writes workbenches of kernels; of a model take --json');
      const { result, runs } = shown;
      const evidence = await checker.evidence?.(result, runs, VERSIONS.overtime);
      const run = { ...runOf(shown), ...(evidence && { evidence }) };
      const content = { name: subject.name, date: new Date(), settings, view: {}, run };
      writeFileSync(workbench, workbenchText(content, shippedText));
    }
    if (json) {
      const said = answer(shown.result, shown.runs, shown.configurations, [], seconds);
      console.log(toJson({ ...said, ...objectiveIn(subject.terms, shown.result), cluster: used }));
    } else conclude(shown, used, bundle.plan.kind === 'swarm' ? 'searches' : sharding.unit);
    return 0;
  });
}

/** A folder's subject. @throws {UsageError} where it cannot be read. */
async function askedIn(
  path: string,
  { problem: { of, text } }: ReadBundle,
): Promise<{ readonly subject: Tunable; readonly settings?: Settings }> {
  if (of === 'model') {
    const question = readQuestion(text);
    if (question) return { subject: promelaModel(question.name, question.source, question.tuning) };
    throw new UsageError('problem.json cannot be read: it was changed');
  }
  const read = readWorkbench(QUESTION_FILES.kernel, text, shippedText);
  if (!read.ok) throw new UsageError(`${path}: ${read.message}`);
  const { settings } = read.value.carried;
  const parser = await createNodeKernelParser();
  const setting = { ...settingOf(settings), anyNumber: true };
  const { problem, obstacle } = pose(parser, settings.kernelText, setting, settings.kernelName);
  if (problem) return { subject: kernelTime(problem), settings };
  throw new UsageError(`${path}: ${obstacle ?? 'its kernel has no model'}`);
}

function runOf({ result, runs, configurations, seconds }: MergedRun): Run {
  const table = new ResultsTable();
  table.add(configurations);
  const found = new ResultsView(table);
  return { ...IDLE, phase: 'ended', result, runs, seconds, configurations: found };
}

/** A folder's or archive's files, as far as merging needs. @throws {UsageError} */
function filesOf(path: string): Files {
  if (!existsSync(path)) throw new UsageError(`there is no folder or archive ${path}`);
  if (!statSync(path).isDirectory()) {
    try {
      return unpacked(new Uint8Array(readFileSync(path)));
    } catch (error) {
      if (error instanceof Failure) throw new UsageError(`${path}: ${error.message} ${error.hint}`);
      throw error;
    }
  }
  const files = new Map<string, Uint8Array<ArrayBuffer>>();
  for (const entry of readdirSync(path, { recursive: true, withFileTypes: true })) {
    const full = join(entry.parentPath, entry.name);
    const name = relative(path, full).replaceAll('\\', '/');
    if (entry.isFile() && isWanted(name)) files.set(name, new Uint8Array(readFileSync(full)));
  }
  return files;
}

function refuse(
  path: string,
  { faults, again }: { readonly faults: readonly string[]; readonly again: readonly number[] },
  json: boolean,
): number {
  if (json) console.log(toJson({ status: 'incomplete', faults, again }));
  for (const fault of faults.slice(0, MOST_SAID)) console.error(`merge: ${fault}`);
  if (faults.length > MOST_SAID) console.error(`merge: and ${faults.length - MOST_SAID} more`);
  if (again.length > 0)
    console.error(
      `merge: run again: shards ${inRanges(again)}. In ${path}: for n in ${again.slice(0, 8).join(' ')}${again.length > 8 ? ' ...' : ''}; do ./run-shard $n; done`,
    );
  return 1;
}

const MOST_SAID = 20;

/** `1-3, 7` */
function inRanges(numbers: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const number of numbers) {
    const last = ranges.at(-1);
    if (last && last[1] === number - 1) last[1] = number;
    else ranges.push([number, number]);
  }
  return ranges.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(', ');
}

function conclude({ result }: Pick<MergedRun, 'result'>, used: EffortUsed, unit: string): void {
  const { minTime, optima, runnerUp, reason, status } = result;
  const least =
    minTime === undefined ? '' : ` ${minTime} at ${optima.map(showConfiguration).join(' or ')}`;
  const next = runnerUp ? `; the next best is ${runnerUp.time}` : '';
  console.log(`${status}:${least}${next}${reason === undefined ? '' : ` ${reason}`}`);
  const { balance, rank } = used;
  console.error(
    `${used.shards} shards on ${used.hosts.length} ${used.hosts.length === 1 ? 'machine' : 'machines'}: ${used.transitions} transitions in ${used.seconds} s of processors; dealt by ${used.predicted.toFixed(0)} ${unit}`,
  );
  for (const row of shardRows(used)) console.error(row);
  console.error(
    `the largest shard beside the mean: ${balance.predicted} predicted, ${balance.transitions} by transitions, ${balance.seconds} by seconds${rank === undefined ? '' : `; order of the searches: ${rank} (Spearman)`}`,
  );
}

/** Shards that are listed: those that used the most. */
const MOST_LISTED = 12;

/** Predicted against used resources of each shard. */
function* shardRows({ each }: EffortUsed): Generator<string> {
  const most = each.toSorted((one, other) => other.transitions - one.transitions);
  yield 'shard  predicted  (x mean)  transitions  (x mean)  seconds  machine';
  for (const one of most.slice(0, MOST_LISTED))
    yield [
      String(one.shard).padStart(5),
      String(one.predicted).padStart(10),
      one.predictedShare.toFixed(2).padStart(9),
      String(one.transitions).padStart(12),
      one.usedShare.toFixed(2).padStart(9),
      String(one.seconds).padStart(8),
      ` ${one.host}`,
    ].join(' ');
  if (most.length > MOST_LISTED)
    yield `and ${most.length - MOST_LISTED} shards that used less (--json has each)`;
}

begin('merge');
process.exitCode = await main();
