import { packTrail, type PackedTrail } from '../src/base/packed-trail.ts';
import { toJson } from '../src/base/json-text.ts';
import { ensureRuns, followTrail, openModel } from '../src/checker/index.ts';
import type { StepRun } from '../src/spin/step-run.ts';
import type { CallOptions, Toolchain } from '../src/spin/toolchain.ts';
import { readText } from './files.ts';
import { UsageError } from './usage-error.ts';
import { readModelSource } from './model-input.ts';
import { chartOf, linesOfRun } from './run-lines.ts';
import { readableSteps } from './trail-steps.ts';
import type { VerifyModelArguments } from './verify-model-arguments.ts';

/** A trail as SPIN writes it. */
const TRAIL = /^(?:-?\d+:-?\d+:-?\d+\s*)+$/;

/** One run of a model, by chance (`spin -nN`) or along a trail (`spin -t`), printed. */
export async function simulateModel(
  toolchain: Toolchain,
  { promela, defines, folders, search, simulate, follow, steps, msc, json }: VerifyModelArguments,
  call: CallOptions,
): Promise<void> {
  const trail = follow === undefined ? undefined : readTrail(follow);
  const source = readModelSource(promela, defines, folders);
  const model = await openModel(toolchain, source, call);
  ensureRuns(model);
  const { text, facts } = model;
  const lossy = search.lossy === true;
  let run: StepRun;
  if (trail) {
    const [claim] = facts.claims;
    const built = { model: text, lossy, defines: VECTOR, claim: claim?.name };
    run = await followTrail(toolchain, built, trail, call);
  } else {
    if (facts.hasEmbeddedC)
      throw new UsageError(
        `${promela} has C of its own, which SPIN's simulator does not run: --follow a trail, which its verifier does`,
      );
    run = await toolchain.steps({ model: text, lossy, plan: { seed: simulate ?? 1 } }, call);
  }
  if (json) {
    console.log(toJson(readableSteps(run)));
    return;
  }
  for (const line of msc ? chartOf(run, steps) : linesOfRun(run, steps)) console.log(line);
  if (run.isBlocked === true) console.log('       no process can go on');
}

const VECTOR = ['VECTORSZ=32768'];

function readTrail(path: string): PackedTrail {
  const text = readText(path);
  if (!TRAIL.test(text)) throw new UsageError(`--follow ${path} is no trail of SPIN`);
  return packTrail(text);
}
