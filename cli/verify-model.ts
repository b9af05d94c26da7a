import { writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { toJson } from '../src/base/json-text.ts';
import { messageOf } from '../src/base/message.ts';
import { type PackedTrail, stepsOf, unpackTrail } from '../src/base/packed-trail.ts';
import {
  CHECK_STATUSES,
  type CheckResult,
  followTrail,
  type ModelAnswer,
  promelaModel,
} from '../src/checker/index.ts';
import type { StepRun } from '../src/spin/step-run.ts';
import type { Toolchain } from '../src/spin/toolchain.ts';
import { readableSteps } from './trail-steps.ts';
import { UsageError } from './usage-error.ts';
import { nativePreprocessing, readModelSource } from './model-input.ts';
import { refuseNativeC, toolchainFor } from './native.ts';
import { answerInJson, answerInText, decidingOf, EXIT } from './model-report.ts';
import { readVerifyModelArguments, type VerifyModelArguments } from './verify-model-arguments.ts';
import { faultOf } from './diagnostics.ts';
import { signalAfter, untilStopped, withTools } from './tools.ts';
import { chartOf, linesOfRun } from './run-lines.ts';
import { simulateModel } from './simulate-model.ts';

/** Characters of a printed trail; longer ones only go to a file. */
const MOST_TRAIL = 1_000_000;

/** Checks a Promela model and prints the outcome, or of a cut search what is known.
 * @returns the exit status. @throws {UsageError} */
export async function verifyModel(args: readonly string[]): Promise<number> {
  const started = performance.now();
  const options = readVerifyModelArguments(args);
  const { promela, defines, folders, asked, search, swarm, timeout, memory, native, json } =
    options;
  const source = readModelSource(promela, defines, folders);
  const subject = promelaModel(basename(promela), source);
  const work = async (toolchain: Toolchain): Promise<number> => {
    const signal = untilStopped(signalAfter(timeout));
    if (native) await refuseNativeC(toolchain, source);
    if (options.simulate !== undefined || options.follow !== undefined) {
      await simulateModel(toolchain, options, { signal });
      return EXIT.holds;
    }
    const ended: CheckResult[] = [];
    const tell = (answer: ModelAnswer): Promise<void> =>
      print(toolchain, answer, options, (performance.now() - started) / 1000);
    try {
      const answer = await subject.verify({
        toolchain,
        asked,
        ...search,
        swarm,
        memoryMB: memory,
        name: promela,
        preprocessing: nativePreprocessing(defines, folders),
        signal,
        onResult: (result) => void ended.push(result),
        ...(!json && { onCheck: ({ what }) => console.error(`Checking ${what}`) }),
      });
      await tell(answer);
      return EXIT[answer.status];
    } catch (error) {
      // Whatever stops the next one, the finished checks stand.
      if (ended.length > 0)
        await tell({ status: worstOf(ended), results: ended, notes: [messageOf(error)] });
      throw error;
    }
  };
  return withTools(work, () => toolchainFor(native)).catch(faultOf(subject));
}

/** The worst of the finished checks; others are not known. */
const worstOf = (ended: readonly CheckResult[]): ModelAnswer['status'] =>
  CHECK_STATUSES.find(
    (each) => each === 'bounded' || ended.some(({ status }) => status === each),
  ) ?? 'bounded';

async function print(
  toolchain: Toolchain,
  answer: ModelAnswer,
  { json, trail: path, steps, msc }: VerifyModelArguments,
  seconds: number,
): Promise<void> {
  const deciding = decidingOf(answer);
  writeTrail(path, deciding?.trail);
  if (json) {
    const trail = await trailOf(toolchain, deciding);
    console.log(toJson(answerInJson(answer, trail, seconds)));
    return;
  }
  for (const line of answerInText(answer)) console.log(line);
  if (deciding?.trail && steps > 0) {
    const { trail, verifier, check } = deciding;
    const run = await followTrail(toolchain, verifier, trail).catch(messageOf);
    console.log(`The run that breaks ${check.what} (${stepsOf(trail)} steps):`);
    for (const line of inLines(run, steps, msc)) console.log(line);
  }
  if (deciding?.trail && path !== undefined) console.log(`The trail is in ${path}.`);
  console.log(`${answer.status} (${seconds.toFixed(1)} s)`);
}

function inLines(run: StepRun | string, steps: number, msc: boolean): readonly string[] {
  if (typeof run === 'string') return [`  It cannot be told: ${run}`];
  return msc ? chartOf(run, steps) : linesOfRun(run, steps);
}

/** An error's trail by statements, and as SPIN's text unless long. */
async function trailOf(toolchain: Toolchain, deciding: CheckResult | undefined) {
  if (!deciding?.trail) return null;
  const { trail, verifier } = deciding;
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

function writeTrail(path: string | undefined, trail: PackedTrail | undefined): void {
  if (path === undefined || !trail) return;
  try {
    writeFileSync(path, unpackTrail(trail));
  } catch (error) {
    throw new UsageError(`--trail ${path} cannot be written: ${messageOf(error)}`);
  }
}
