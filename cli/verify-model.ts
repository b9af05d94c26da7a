import { writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { toJson } from '../src/base/json-text.ts';
import { messageOf } from '../src/base/message.ts';
import { stepsOf, unpackTrail } from '../src/base/packed-trail.ts';
import {
  type CheckResult,
  type CheckStatus,
  followTrail,
  type ModelAnswer,
  promelaModel,
} from '../src/checker/index.ts';
import type { Toolchain } from '../src/spin/toolchain.ts';
import { readableSteps } from './trail-steps.ts';
import { UsageError } from './command.ts';
import { nativePreprocessing, readModelSource } from './model-input.ts';
import { readVerifyModelArguments, type VerifyModelArguments } from './verify-model-arguments.ts';
import { faultOf } from './diagnostics.ts';
import { withTools } from './tools.ts';

const EXIT: Readonly<Record<CheckStatus, number>> = {
  holds: 0,
  violated: 1,
  bounded: 3,
  'out-of-memory': 3,
};

/** Characters of a printed trail; longer ones only go to a file. */
const MOST_TRAIL = 1_000_000;

/** Checks a Promela model and prints the outcome.
 * @returns the exit status. @throws {UsageError} */
export async function verifyModel(args: readonly string[]): Promise<number> {
  const started = performance.now();
  const options = readVerifyModelArguments(args);
  const { promela, defines, folders, asked, search, timeout, memory, json } = options;
  const subject = promelaModel(basename(promela), readModelSource(promela, defines, folders));
  return withTools(async (toolchain) => {
    const answer = await subject.verify({
      toolchain,
      asked,
      ...search,
      memoryMB: memory,
      name: promela,
      preprocessing: nativePreprocessing(defines, folders),
      ...(timeout !== undefined && { signal: AbortSignal.timeout(Math.ceil(timeout * 1000)) }),
      ...(!json && { onCheck: ({ what }) => console.error(`Checking ${what}`) }),
    });
    const seconds = Math.round(performance.now() - started) / 1000;
    const deciding = decidingOf(answer);
    writeTrail(options, deciding);
    if (json) {
      const trail = await trailOf(toolchain, deciding);
      console.log(toJson(asJson(answer, deciding, trail, seconds)));
    } else conclude(options, answer, deciding, seconds);
    return EXIT[answer.status];
  }).catch(faultOf(subject));
}

/** The search behind the status; the largest if all hold. */
function decidingOf({ status, results }: ModelAnswer): CheckResult {
  const of = results.filter((result) => result.status === status);
  const [first, ...others] = status === 'holds' ? [...of].sort((a, b) => b.states - a.states) : of;
  if (!first) throw new Error(`no search of ${others.length} decides`);
  return first;
}

function asJson(
  answer: ModelAnswer,
  deciding: CheckResult,
  trail: object | null,
  seconds: number,
): object {
  const { status, results, notes } = answer;
  return {
    status,
    ...figures(deciding),
    trail,
    ...(deciding.reason !== undefined && { reason: deciding.reason }),
    checks: results.map((result) => ({
      what: result.check.what,
      status: result.status,
      ...figures(result),
      problems: result.problems,
      reduction: result.reduction,
      native: result.native,
      ...(result.reason !== undefined && { reason: result.reason }),
    })),
    notes,
    secondsInAll: seconds,
  };
}

const figures = ({ errors, states, transitions, depth, memoryMB, seconds }: CheckResult) => ({
  errors,
  states,
  transitions,
  depth,
  memoryMB,
  seconds: Math.round(seconds * 1000) / 1000,
});

/** An error's trail by statements, and as SPIN's text unless long. */
async function trailOf(toolchain: Toolchain, { trail, verifier }: CheckResult) {
  if (!trail) return null;
  const text = unpackTrail(trail);
  const length = stepsOf(trail);
  const isCycle = /^-1:-1:-1$/m.test(text);
  const raw = text.length <= MOST_TRAIL ? { text } : {};
  try {
    const run = await followTrail(toolchain, verifier, trail);
    return { length, isCycle, ...readableSteps(run), ...raw };
  } catch (error) {
    // The error stands, though its run cannot be told.
    return { length, isCycle, steps: [], notFollowed: messageOf(error), ...raw };
  }
}

function writeTrail({ trail: path }: VerifyModelArguments, { trail }: CheckResult): void {
  if (path === undefined || !trail) return;
  try {
    writeFileSync(path, unpackTrail(trail));
  } catch (error) {
    throw new UsageError(`--trail ${path} cannot be written: ${messageOf(error)}`);
  }
}

function conclude(
  { trail }: VerifyModelArguments,
  { status, results, notes }: ModelAnswer,
  deciding: CheckResult,
  seconds: number,
): void {
  for (const result of results) {
    const { check, problems, states, transitions, depth, memoryMB, reduction, native } = result;
    console.log(`${check.what}: ${result.status}`);
    for (const { message, depth: at } of problems) console.log(`  ${message} (at depth ${at})`);
    if (result.reason !== undefined) console.log(`  ${result.reason}`);
    console.log(
      `  ${states} states, ${transitions} transitions, depth ${depth}, ${memoryMB} MB, ${result.seconds.toFixed(2)} s`,
    );
    console.log(`  partial order reduction ${reduction.on ? 'on' : 'off'}: ${reduction.why}`);
    console.log(`  natively: ${native.join('; ')}`);
  }
  for (const note of notes) console.log(note);
  if (deciding.trail && trail !== undefined) console.log(`The trail is in ${trail}.`);
  console.log(`${status} (${seconds.toFixed(1)} s)`);
}
