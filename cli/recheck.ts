import { jsonIn } from '../src/base/json-text.ts';
import {
  allHold,
  type Check,
  type Claim,
  ModelChecker,
  nativeCheck,
  proofSearchOf,
  recheck,
  type TunableCases,
} from '../src/checker/index.ts';
import { toJson } from '../src/base/json-text.ts';
import { createNodeKernelParser } from '../src/kernel/node.ts';
import { readClaim } from '../src/session/workbench/claim.ts';
import type { Toolchain } from '../src/spin/toolchain.ts';
import { begin, readOptions } from './command.ts';
import { readText } from './files.ts';
import { UsageError } from './usage-error.ts';
import { shippedText } from './input.ts';
import { USUAL_MEMORY } from './kernel-arguments.ts';
import { checkNatively, hasTool } from './native-check.ts';
import { readCertificate } from './certificate.ts';
import { recheckCertificate } from './recheck-certificate.ts';
import { VERSIONS } from './versions.ts';
import { withTools } from './tools.ts';

const USAGE = [
  'Usage: npm run -s recheck -- [--native] [--json] FILE.overtime.json|CERTIFICATE',
  '',
  'Checks again the answer of a workbench file: that no run is faster, by the search that was exhausted,',
  'that one is as fast, by following the trail, and every optimum, next best, time, search and hash that',
  'the file names, with model and verifier made anew. Of a file with a model of its own it is the answer',
  'of its tuning. Of a certificate that check has written it asks the question again, and holds every',
  'field of every verdict against the answer.',
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
  const text = readText(file);
  const parser = await createNodeKernelParser();
  const certificate = readCertificate(jsonIn(text));
  if (typeof certificate === 'string') throw new UsageError(`${file}: ${certificate}`);
  const read = certificate ? undefined : readClaim(file, text, shippedText, parser);
  if (read?.ok === false) throw new UsageError(`${file}: ${read.message}`);
  const isNative = options.native === true;
  const missing = isNative ? ['spin', 'gcc'].filter((tool) => !hasTool(tool)) : [];
  if (missing.length > 0)
    throw new UsageError(`--native needs ${missing.join(' and ')}, which cannot be started`);
  const native = isNative ? read?.subject.of(NATIVE) : undefined;
  if (isNative && read && !native)
    throw new UsageError(
      `${file}: the answer of a model of its own is checked natively by the lines that \`tune\` prints`,
    );
  const say = (line: string): void => {
    if (options.json !== true) console.log(line);
  };
  say(`${file}${read?.said ?? `, by Overtime ${certificate?.versions.overtime}`}`);
  const checks: Check[] = [];
  const tell = (check: Check): void => {
    checks.push(check);
    say(`  ${MARKS.get(check.holds) ?? ''}: ${check.words}`);
  };
  await withTools(async (toolchain) => {
    if (certificate)
      for await (const check of recheckCertificate(certificate, { parser, toolchain, isNative }))
        tell(check);
    if (!read) return;
    const { subject, claim } = read;
    // The verifier's hash is of what the file's was compiled with.
    const thorough = claim.evidence?.build[0] === '-O2';
    const checker = subject.open(toolchain, { memoryMB: USUAL_MEMORY, thorough });
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

begin('recheck');
process.exitCode = await main();
