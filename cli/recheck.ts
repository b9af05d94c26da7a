import {
  allHold,
  type Check,
  ModelChecker,
  nativeCheck,
  type Problem,
  PromelaChecker,
  proofSearchOf,
  recheck,
  recheckModel,
} from '../src/checker/index.ts';
import { toJson } from '../src/base/json-text.ts';
import { createNodeKernelParser } from '../src/kernel/node.ts';
import { derive } from '../src/session/derive.ts';
import type { Settings } from '../src/session/kept/settings.ts';
import { type ModelDocument, sourceOf } from '../src/session/promela/model-document.ts';
import { readWorkbench, type TunedAnswer } from '../src/session/workbench/workbench-file.ts';
import { createNodeToolchain } from '../src/spin/node-toolchain.ts';
import { begin, makeTools, readOptions, readText, UsageError } from './command.ts';
import { shippedText } from './input.ts';
import { USUAL_MEMORY } from './arguments.ts';
import { checkNatively, hasTool } from './native-check.ts';
import { VERSIONS } from './versions.ts';

const USAGE = [
  'Usage: npm run -s recheck -- [--native] [--json] FILE.overtime.json',
  '',
  'Checks again the answer of a workbench file: that no run is faster, by the search that was exhausted,',
  'and that one is as fast, by following the trail. Model and verifier are made anew, and their hashes',
  'compared with those of the file. Of a file with a model of its own it is the answer of its tuning.',
  '',
  "  --native   with the machine's own spin and gcc as well",
  '  --json     print one JSON object',
  '',
  'Exit status 0 when all of it holds, 1 when something does not or cannot be decided, 2 on bad input.',
].join('\n');

async function main(): Promise<number> {
  const words = process.argv.slice(2);
  const files = words.filter((word) => !word.startsWith('-'));
  const options = readOptions(
    USAGE,
    { native: { type: 'boolean' }, json: { type: 'boolean' } },
    words.filter((word) => word.startsWith('-')),
  );
  const [file] = files;
  if (file === undefined || files.length > 1)
    throw new UsageError('one workbench file is checked at a time; name it. See --help.');
  const read = readWorkbench(file, readText(file), shippedText);
  if (!read.ok) throw new UsageError(`${file}: ${read.message}`);
  const { carried, run, date, tuned } = read.value;
  if (tuned && carried.model) return ofModel(file, carried.model, tuned, options);
  if (!run?.result) throw new UsageError(`${file}: it has no answer to check`);
  const problem = await problemOf(file, carried.settings);
  const { result, evidence } = run;
  const say = (line: string): void => {
    if (options.json !== true) console.log(line);
  };
  const by = evidence ? ` by Overtime ${evidence.versions.overtime}` : '';
  const claim =
    result.minTime === undefined ? result.status : `${result.status}, ${result.minTime} ticks`;
  say(`${file}, written ${date.slice(0, 10)}${by}: ${problem.kernel.name}, ${claim}`);

  makeTools();
  const toolchain = await createNodeToolchain();
  const checks: Check[] = [];
  const tell = (check: Check): void => {
    checks.push(check);
    say(`  ${MARKS.get(check.holds) ?? ''}: ${check.words}`);
  };
  try {
    const checker = new ModelChecker(toolchain, problem, { memoryMB: USUAL_MEMORY });
    const { signal } = new AbortController();
    const claimed = { result, evidence, trail: result.trail };
    for await (const check of recheck(problem, claimed, checker, VERSIONS.overtime, signal))
      tell(check);
    if (options.native === true) {
      const missing = ['spin', 'gcc'].filter((tool) => !hasTool(tool));
      if (missing.length > 0)
        throw new UsageError(`--native needs ${missing.join(' and ')}, which cannot be started`);
      const proof = proofSearchOf(problem, result, run.runs);
      const found = { trail: result.trail, time: result.minTime };
      const programs = problem.model.files ? await checker.programFiles() : undefined;
      const native = nativeCheck(problem, { proof }, found, programs);
      for (const check of checkNatively(native, { proof, time: result.minTime })) tell(check);
    }
  } finally {
    toolchain.dispose();
  }
  return ended(checks, options.json === true, say);
}

/** Checks the answer of a model of its own again. */
async function ofModel(
  file: string,
  model: ModelDocument,
  { tuning, run }: TunedAnswer,
  options: { readonly native?: boolean | undefined; readonly json?: boolean | undefined },
): Promise<number> {
  if (options.native === true)
    throw new UsageError(
      `${file}: the answer of a model of its own is checked natively by the lines that \`tune\` prints`,
    );
  const { result, runs } = run;
  if (!result) throw new UsageError(`${file}: it has no answer to check`);
  const say = (line: string): void => {
    if (options.json !== true) console.log(line);
  };
  const { goal, objective, when } = tuning;
  say(
    `${file}: ${model.name}, ${result.status}, ${goal} ${objective} when ${when}: ${result.minTime ?? 'none'}`,
  );
  makeTools();
  const toolchain = await createNodeToolchain();
  const checks: Check[] = [];
  try {
    const checker = new PromelaChecker(
      toolchain,
      sourceOf(model),
      { memoryMB: USUAL_MEMORY },
      tuning,
    );
    const { signal } = new AbortController();
    for await (const check of recheckModel({ tuning, result, runs }, checker, signal)) {
      checks.push(check);
      say(`  ${MARKS.get(check.holds) ?? ''}: ${check.words}`);
    }
  } finally {
    toolchain.dispose();
  }
  return ended(checks, options.json === true, say);
}

/** Says what it comes to. */
function ended(checks: readonly Check[], isJson: boolean, say: (line: string) => void): number {
  const holds = allHold(checks);
  if (isJson) console.log(toJson({ holds, checks }));
  say(holds ? 'It holds.' : 'It does not hold, or not all of it could be decided.');
  return holds ? 0 : 1;
}

const MARKS: ReadonlyMap<boolean | undefined, string> = new Map([
  [true, 'holds'],
  [false, 'does not hold'],
  [undefined, 'not decided'],
]);

/** What a file asks. @throws {UsageError} where it asks nothing that has an answer. */
async function problemOf(file: string, settings: Settings): Promise<Problem> {
  const { problem, derived } = derive(settings, await createNodeKernelParser());
  if (problem) return problem;
  throw new UsageError(`${file}: ${derived.obstacle ?? 'its kernel has no model'}`);
}

begin('recheck');
process.exitCode = await main();
