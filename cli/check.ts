import { writeFileSync } from 'node:fs';
import { toJson } from '../src/base/json-text.ts';
import { messageOf } from '../src/base/message.ts';
import { ignoredWords } from './build-options.ts';
import { readCheckArguments } from './check-arguments.ts';
import { type CheckReport, type KernelAnswer, VERDICTS } from './check-answer.ts';
import { textsOf } from './check-files.ts';
import { junitOf } from './check-junit.ts';
import { linesOf, verdictIn } from './check-lines.ts';
import { sarifOf } from './check-sarif.ts';
import { certificateOf, closed } from './certificate.ts';
import { createChecker } from './checker.ts';
import { begin, makeTools } from './command.ts';
import { checkFolders } from './files.ts';
import { UsageError } from './usage-error.ts';

/** Neither right nor wrong. */
const OPEN = 3;

async function main(): Promise<number> {
  const asked = readCheckArguments(process.argv.slice(2));
  const { paths, settings, allowed, threads, json, sarif, junit, certificate } = asked;
  checkFolders(settings.folders);
  const texts = textsOf(paths);
  for (const set of settings.sets ?? []) {
    checkFolders(set.folders);
    const remark = ignoredWords(set);
    if (remark !== undefined) console.error(remark);
  }
  if (!settings.quick) makeTools();
  const isForPeople = !json && [sarif, junit, certificate].every((to) => to !== '-');
  const checker = createChecker({ threads, memoryMB: settings.memory });
  const open = { texts, settings, allowed };
  const question = certificate === undefined ? open : closed(open);
  const report = await checker.check(question, {
    signal: new AbortController().signal,
    ...(isForPeople && { onKernel: say }),
  });
  checker.dispose();
  if (json) console.log(toJson(report));
  if (sarif !== undefined) write('--sarif', sarif, `${toJson(sarifOf(report))}\n`);
  if (junit !== undefined) write('--junit', junit, junitOf(report));
  if (certificate !== undefined) {
    const text = toJson(await certificateOf(question, report));
    write('--certificate', certificate, `${text}\n`);
  }
  if (isForPeople) console.log(summary(report));
  return statusOf(report);
}

const statusOf = ({ accepted, kernels }: CheckReport): number =>
  accepted ? 0 : kernels.some(({ verdict }) => verdict === 'wrong') ? 1 : OPEN;

/** One kernel for people: its findings, then its verdict. */
function say(answer: KernelAnswer): void {
  const { file, kernel, options, line, verdict, reason, seconds } = answer;
  for (const each of linesOf(file, answer)) console.log(each);
  const why = reason === undefined ? '' : `: ${reason}`;
  const name = [kernel, options && `(${options})`]
    .filter(Boolean)
    .map((each) => ` ${each}`)
    .join('');
  console.log(
    `${file}:${line}:${name} ${verdictIn(verdict, answer)}${why} (${seconds.toFixed(1)} s)`,
  );
}

/** `3 kernels: 2 right, 1 wrong` */
function summary({ kernels, summary: count, seconds }: CheckReport): string {
  const parts = VERDICTS.filter((verdict) => count[verdict] > 0).map(
    (verdict) => `${count[verdict]} ${verdict}`,
  );
  const what = kernels.length === 1 ? '1 kernel' : `${kernels.length} kernels`;
  return `${what}: ${parts.join(', ')} (${seconds.toFixed(1)} s)`;
}

function write(option: string, path: string, text: string): void {
  try {
    if (path === '-') process.stdout.write(text);
    else writeFileSync(path, text);
  } catch (error) {
    throw new UsageError(`${option} ${path} cannot be written: ${messageOf(error)}`);
  }
}

begin('check', OPEN);
process.exitCode = await main();
