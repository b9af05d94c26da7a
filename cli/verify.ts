import type { VerifiedConfiguration } from '../src/checker/index.ts';
import { searchValues, ValueChecker } from '../src/checker/values.ts';
import { toJson } from '../src/base/json-text.ts';
import { createNodeKernelParser } from '../src/kernel/node.ts';
import type { KernelParser } from '../src/kernel/parser.ts';
import { showConfiguration } from '../src/tuning/index.ts';
import type { VerdictStatus } from '../src/values/index.ts';
import { type BuildOptions, ignoredWords, setsFor, withBuildOptions } from './build-options.ts';
import { type CheckedSource, checkSource, problemsOf } from './check-source.ts';
import { linesOf, verdictIn } from './check-lines.ts';
import { begin, isModelFile } from './command.ts';
import { said } from './diagnostics.ts';
import { fixFile } from './fix.ts';
import { readSource } from './input.ts';
import { toolchainFor } from './native.ts';
import { withTools } from './tools.ts';
import { readVerifyArguments, type VerifyArguments } from './verify-arguments.ts';
import { verifyModel } from './verify-model.ts';

const EXIT: Readonly<Record<VerdictStatus, number>> = {
  right: 0,
  wrong: 1,
  depends: 3,
  'not-checked': 3,
};

async function main(): Promise<number> {
  const options = readVerifyArguments(process.argv.slice(2));
  const { json } = options;
  const parser = await createNodeKernelParser();
  if (options.fix) {
    const { includes } = readSource(options);
    fixFile(options, (text) => problemsOf(parser, { name: '', text, includes }, options));
  }
  const sets = setsFor(options.sets, options.kernel);
  const asked: readonly (BuildOptions | undefined)[] = sets.length > 0 ? sets : [undefined];
  const answers: object[] = [];
  let status: VerdictStatus = 'right';
  for (const set of asked) {
    const found = await verifySet(parser, options, set);
    if (WORST.indexOf(found.status) < WORST.indexOf(status)) status = found.status;
    answers.push(found.answer);
  }
  if (json) console.log(toJson(sets.length > 0 ? { status, sets: answers } : answers[0]));
  else if (sets.length > 1) console.log(`${sets.length} sets of options: ${status}`);
  return EXIT[status];
}

/** Verdicts from the worst. */
const WORST: readonly VerdictStatus[] = ['wrong', 'depends', 'not-checked', 'right'];

/** The verdict for one set of the host's options, or for none. */
async function verifySet(
  parser: KernelParser,
  options: VerifyArguments,
  set: BuildOptions | undefined,
): Promise<{ readonly status: VerdictStatus; readonly answer: object }> {
  const started = performance.now();
  const { json } = options;
  const own = readSource(options);
  const settings = set === undefined ? options : withBuildOptions(options, set, own.text);
  const source = set === undefined ? own : readSource({ ...options, folders: settings.folders });
  const remark = set && ignoredWords(set);
  if (remark !== undefined && !json) console.error(remark);
  const checked = await checkSource(parser, source, settings, {
    signal: new AbortController().signal,
    search: (constants, memoryMB) => (programs, call) =>
      withTools(
        (toolchain) =>
          searchValues(
            // Natively a long search is what it is for.
            new ValueChecker(toolchain, { memoryMB, thorough: options.native }),
            constants,
          )(programs, call),
        () => toolchainFor(options.native),
      ),
    ...(!json && {
      onDiagnostics: (all) => all.forEach((each) => console.error(said(source.name, each))),
      onStage: (stage) => console.error(stage),
      onConfiguration: progress,
      onLaunch: ({ kernel, status }, number, of) =>
        console.error(`  launch ${number} of ${of}, ${kernel}: ${status}`),
    }),
  });
  const seconds = (performance.now() - started) / 1000;
  if (!json)
    for (const line of [...linesOf(source.name, checked), conclusion(checked, seconds, set)])
      console.log(line);
  const found = answer(checked, seconds);
  const named = set && { options: set.words, ...(remark !== undefined && { remark }) };
  return { status: checked.status, answer: { ...named, ...found } };
}

/** The object of `--json`. */
const answer = (
  { conditions: _conditions, stated: _stated, isOutOfTime: _isOutOfTime, ...rest }: CheckedSource,
  seconds: number,
) => ({ ...rest, seconds: Math.round(seconds * 1000) / 1000 });

const progress = ({ values, status }: VerifiedConfiguration): void =>
  console.error(`  ${showConfiguration(values)}: ${status}`);

function conclusion(checked: CheckedSource, seconds: number, set?: BuildOptions): string {
  const { status, states, transitions } = checked;
  const searched = states === 0 ? '' : `, ${states} states, ${transitions} transitions`;
  const withThese = set === undefined ? '' : `${set.words}: `;
  return `${withThese}${verdictIn(status, checked)}${searched} (${seconds.toFixed(1)} s)`;
}

begin('verify', EXIT['not-checked']);
const words = process.argv.slice(2);
const isModel = words.some((word) => /^--promela(=|$)/.test(word) || isModelFile(word));
process.exitCode = await (isModel ? verifyModel(words) : main());
