import { existsSync, statSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { toJson } from '../src/base/json-text.ts';
import { measuringScript, SCRIPTS } from '../src/exchange/index.ts';
import { proposal } from '../src/learn/index.ts';
import type { Configuration } from '../src/tuning/index.ts';
import { begin } from './command.ts';
import { UsageError } from './usage-error.ts';
import { said } from './diagnostics.ts';
import { readKernel } from './input.ts';
import { sayMachine } from './machine-arguments.ts';
import type { KernelInput } from './posed-text.ts';
import { bytesOf } from './measured-file.ts';
import { type NextArguments, readNextArguments } from './next-arguments.ts';
import { type Known, nextAnswer, nextText } from './next-answer.ts';
import { knownOf } from './next-known.ts';
import { answerTo, Dialogue } from './next-dialogue.ts';

async function main(): Promise<number> {
  const options = readNextArguments();
  if (options.script !== undefined && !/\.csv$/i.test(options.measured ?? ''))
    throw new UsageError('--script adds times to a table: --measured has to end in .csv');
  sayMachine(options.described);
  const input = await readKernel(options);
  const isQuiet = options.json || options.isServing || options.script !== undefined;
  if (!isQuiet)
    for (const diagnostic of input.diagnostics) console.error(said(input.name, diagnostic));
  const { measured, prior, ...asked } = options;
  const known = await knownOf(input, {
    ...asked,
    json: isQuiet,
    measured: measured === undefined || !isThere(measured) ? undefined : bytesOf(measured),
    prior: prior === undefined ? undefined : bytesOf(prior),
  });
  if (options.isServing) return serve(known, options);
  const found = proposal(known.candidates, known.observations, options);
  if (options.script !== undefined) return printScript(options, input, known, found.next);
  if (options.json) console.log(toJson(nextAnswer(found, known)));
  else console.log(nextText(found, known));
  if (found.next.length > 0) return 0;
  console.error('next: every configuration has been measured');
  return 1;
}

const isThere = (path: string): boolean => existsSync(path) && statSync(path).size > 0;

/** Prints a program that measures what is proposed. */
function printScript(
  { script: id, measured = '' }: NextArguments,
  input: KernelInput,
  { configurations }: Known,
  next: readonly { readonly row: number }[],
): number {
  const chosen = next.flatMap(({ row }): Configuration[] => {
    const values = configurations[row];
    return values ? [values] : [];
  });
  const script = SCRIPTS.find((each) => each.id === id);
  if (!script) throw new UsageError(`--script ${id}: there is none`);
  const about = {
    kernel: input.problem.kernel.name,
    text: input.deviceText,
    language: input.language,
    file: measured,
  };
  const text = measuringScript(script, about, chosen, input.program);
  if (!text.ok) throw new UsageError(`--script ${id}: ${text.message}`);
  process.stdout.write(text.value);
  return 0;
}

/** Answers each line of standard input with one of standard output. */
async function serve(known: Known, options: NextArguments): Promise<number> {
  const dialogue = new Dialogue(known, options);
  for await (const line of createInterface({ input: process.stdin }))
    if (line.trim() !== '') console.log(toJson(answerTo(dialogue, line)));
  return 0;
}

begin('next');
process.exitCode = await main();
