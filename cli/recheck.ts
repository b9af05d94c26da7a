import {
  allHold,
  type Check,
  type Claim,
  kernelTime,
  ModelChecker,
  nativeCheck,
  type Problem,
  promelaModel,
  proofSearchOf,
  recheck,
  type Tunable,
  type TunableCases,
} from '../src/checker/index.ts';
import { toJson } from '../src/base/json-text.ts';
import { createNodeKernelParser } from '../src/kernel/node.ts';
import { derive } from '../src/session/derive.ts';
import type { Settings } from '../src/session/kept/settings.ts';
import { sourceOf } from '../src/session/promela/model-document.ts';
import { readWorkbench } from '../src/session/workbench/workbench-file.ts';
import type { Toolchain } from '../src/spin/toolchain.ts';
import { begin, readOptions, readText, UsageError } from './command.ts';
import { shippedText } from './input.ts';
import { USUAL_MEMORY } from './arguments.ts';
import { checkNatively, hasTool } from './native-check.ts';
import { VERSIONS } from './versions.ts';
import { withTools } from './tools.ts';

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
  const { subject, claim, said } = await claimIn(file);
  const isNative = options.native === true;
  const missing = isNative ? ['spin', 'gcc'].filter((tool) => !hasTool(tool)) : [];
  if (missing.length > 0)
    throw new UsageError(`--native needs ${missing.join(' and ')}, which cannot be started`);
  const native = isNative ? subject.of(NATIVE) : undefined;
  if (isNative && !native)
    throw new UsageError(
      `${file}: the answer of a model of its own is checked natively by the lines that \`tune\` prints`,
    );
  const say = (line: string): void => {
    if (options.json !== true) console.log(line);
  };
  say(`${file}${said}`);
  const checks: Check[] = [];
  const tell = (check: Check): void => {
    checks.push(check);
    say(`  ${MARKS.get(check.holds) ?? ''}: ${check.words}`);
  };
  await withTools(async (toolchain) => {
    const checker = subject.open(toolchain, { memoryMB: USUAL_MEMORY });
    const { signal } = new AbortController();
    for await (const check of recheck(subject, claim, checker, VERSIONS.overtime, signal))
      tell(check);
    for (const check of (await native?.(claim, toolchain)) ?? []) tell(check);
  });
  const holds = allHold(checks);
  if (options.json === true) console.log(toJson({ holds, checks }));
  say(holds ? 'It holds.' : 'It does not hold, or not all of it could be decided.');
  return holds ? 0 : 1;
}

/** A file's claim and its subject. @throws {UsageError} without an answer. */
async function claimIn(
  file: string,
): Promise<{ readonly subject: Tunable; readonly claim: Claim; readonly said: string }> {
  const read = readWorkbench(file, readText(file), shippedText);
  if (!read.ok) throw new UsageError(`${file}: ${read.message}`);
  const { carried, date, tuned } = read.value;
  const { model } = carried;
  const ofModel = tuned && model ? { tuning: tuned.tuning, model } : undefined;
  const { result, runs = [], evidence } = (ofModel ? tuned?.run : read.value.run) ?? {};
  if (!result) throw new UsageError(`${file}: it has no answer to check`);
  if (ofModel) {
    const { goal, objective, when } = ofModel.tuning;
    const said = `: ${ofModel.model.name}, ${result.status}, ${goal} ${objective} when ${when}: ${result.minTime ?? 'none'}`;
    const { name } = ofModel.model;
    const subject = promelaModel(name, sourceOf(ofModel.model), ofModel.tuning);
    return { subject, claim: { result, runs }, said };
  }
  const subject = kernelTime(await problemOf(file, carried.settings));
  const by = evidence ? ` by Overtime ${evidence.versions.overtime}` : '';
  const claimed =
    result.minTime === undefined ? result.status : `${result.status}, ${result.minTime} ticks`;
  const said = `, written ${date.slice(0, 10)}${by}: ${subject.name}, ${claimed}`;
  return { subject, claim: { result, runs, evidence }, said };
}

type Natively = (claim: Claim, toolchain: Toolchain) => Promise<Iterable<Check>>;

/** Checks by native tools, where possible here. */
const NATIVE: TunableCases<Natively | undefined> = {
  kernel:
    (problem) =>
    async ({ result, runs }, toolchain) => {
      const proof = proofSearchOf(problem, result, runs);
      const found = { trail: result.trail, time: result.minTime };
      const checker = new ModelChecker(toolchain, problem, { memoryMB: USUAL_MEMORY });
      const programs = problem.model.files ? await checker.programFiles() : undefined;
      const native = nativeCheck(problem, { proof }, found, programs);
      return checkNatively(native, { proof, time: result.minTime });
    },
  model: () => undefined,
};

const MARKS: ReadonlyMap<boolean | undefined, string> = new Map([
  [true, 'holds'],
  [false, 'does not hold'],
  [undefined, 'not decided'],
]);

/** A file's kernel's problem. @throws {UsageError} where it has none. */
async function problemOf(file: string, settings: Settings): Promise<Problem> {
  const { problem, derived } = derive(settings, await createNodeKernelParser());
  if (problem) return problem;
  throw new UsageError(`${file}: ${derived.obstacle ?? 'its kernel has no model'}`);
}

begin('recheck');
process.exitCode = await main();
