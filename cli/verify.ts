import { searchValues, ValueChecker, type VerifiedConfiguration } from '../src/checker/index.ts';
import { toJson } from '../src/base/json-text.ts';
import { createNodeKernelParser } from '../src/kernel/node.ts';
import { showConfiguration } from '../src/tuning/index.ts';
import type { VerdictStatus } from '../src/values/index.ts';
import { type CheckedSource, checkSource, problemsOf } from './check-source.ts';
import { linesOf, verdictIn } from './check-lines.ts';
import { begin } from './command.ts';
import { said } from './diagnostics.ts';
import { fixFile } from './fix.ts';
import { readSource } from './input.ts';
import { withTools } from './tools.ts';
import { readVerifyArguments } from './verify-arguments.ts';
import { verifyModel } from './verify-model.ts';

const EXIT: Readonly<Record<VerdictStatus, number>> = {
  right: 0,
  wrong: 1,
  depends: 3,
  'not-checked': 3,
};

async function main(): Promise<number> {
  const started = performance.now();
  const options = readVerifyArguments(process.argv.slice(2));
  const { json } = options;
  const parser = await createNodeKernelParser();
  if (options.fix) {
    const { includes } = readSource(options.kernel, options.folders);
    fixFile(options, (text) => problemsOf(parser, { name: '', text, includes }, options));
  }
  const source = readSource(options.kernel, options.folders);
  const checked = await checkSource(parser, source, options, {
    signal: new AbortController().signal,
    search: (constants, memoryMB) => (programs, call) =>
      withTools((toolchain) =>
        searchValues(new ValueChecker(toolchain, { memoryMB }), constants)(programs, call),
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
  if (json) console.log(toJson(answer(checked, seconds)));
  else
    for (const line of [...linesOf(source.name, checked), conclusion(checked, seconds)])
      console.log(line);
  return EXIT[checked.status];
}

/** The object of `--json`. */
const answer = (
  { conditions: _conditions, stated: _stated, isOutOfTime: _isOutOfTime, ...rest }: CheckedSource,
  seconds: number,
) => ({ ...rest, seconds: Math.round(seconds * 1000) / 1000 });

const progress = ({ values, status }: VerifiedConfiguration): void => {
  const which = showConfiguration(values);
  console.error(`  ${which === '' ? 'its one configuration' : which}: ${status}`);
};

function conclusion(checked: CheckedSource, seconds: number): string {
  const { status, states, transitions } = checked;
  const searched = states === 0 ? '' : `, ${states} states, ${transitions} transitions`;
  return `${verdictIn(status, checked)}${searched} (${seconds.toFixed(1)} s)`;
}

begin('verify', EXIT['not-checked']);
const words = process.argv.slice(2);
const isModel = words.some((word) => /^--promela(=|$)/.test(word));
process.exitCode = await (isModel ? verifyModel(words) : main());
