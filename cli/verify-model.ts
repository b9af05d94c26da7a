import { writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { toJson } from '../src/base/json-text.ts';
import { messageOf } from '../src/base/message.ts';
import { type PackedTrail, stepsOf, unpackTrail } from '../src/base/packed-trail.ts';
import { type CheckResult, followTrail, promelaModel } from '../src/checker/index.ts';
import type { Toolchain } from '../src/spin/toolchain.ts';
import { readableSteps } from './trail-steps.ts';
import { UsageError } from './command.ts';
import { nativePreprocessing, readModelSource } from './model-input.ts';
import { refuseNativeC } from './native.ts';
import { answerInJson, answerInText, decidingOf, EXIT } from './model-report.ts';
import { readVerifyModelArguments } from './verify-model-arguments.ts';
import { faultOf } from './diagnostics.ts';
import { withTools } from './tools.ts';

/** Characters of a printed trail; longer ones only go to a file. */
const MOST_TRAIL = 1_000_000;

/** Checks a Promela model and prints the outcome.
 * @returns the exit status. @throws {UsageError} */
export async function verifyModel(args: readonly string[]): Promise<number> {
  const started = performance.now();
  const options = readVerifyModelArguments(args);
  const { promela, defines, folders, asked, search, timeout, memory, native, json } = options;
  const source = readModelSource(promela, defines, folders);
  const subject = promelaModel(basename(promela), source);
  return withTools(async (toolchain) => {
    if (native) await refuseNativeC(toolchain, source);
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
    const seconds = (performance.now() - started) / 1000;
    const deciding = decidingOf(answer);
    const { trail: path } = options;
    writeTrail(path, deciding?.trail);
    if (json) {
      const trail = await trailOf(toolchain, deciding);
      console.log(toJson(answerInJson(answer, trail, seconds)));
      return EXIT[answer.status];
    }
    for (const line of answerInText(answer)) console.log(line);
    if (deciding?.trail && path !== undefined) console.log(`The trail is in ${path}.`);
    console.log(`${answer.status} (${seconds.toFixed(1)} s)`);
    return EXIT[answer.status];
  }, native).catch(faultOf(subject));
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
