import type { PackedTrail } from '../../base/packed-trail.ts';
import { factsOf } from '../../promela/index.ts';
import type { StepRun } from '../../spin/step-run.ts';
import type { CallOptions, Toolchain } from '../../spin/toolchain.ts';
import { type Automaton, readAutomata } from '../../trace/index.ts';
import type { ModelVerifier } from './check.ts';

/** Follows a trail by SPIN's simulator, or by the verifier if the model has C.
 * @throws {Failure} if it cannot be followed. */
export async function followTrail(
  toolchain: Pick<Toolchain, 'steps' | 'generate' | 'compile' | 'verifierSteps'>,
  { model, lossy, claim, defines }: ModelVerifier,
  trail: PackedTrail,
  call: CallOptions = {},
): Promise<StepRun> {
  const facts = factsOf(model);
  if (!facts.hasEmbeddedC) return toolchain.steps({ model, lossy, plan: { trail } }, call);
  const { files: sources } = await toolchain.generate({ model, lossy }, call);
  const orKept = [{ optimise: '-O2', defines } as const];
  const { module } = await toolchain.compile({ sources, optimise: '-O0', defines, orKept }, call);
  const words = claim === undefined ? [] : ['-N', claim];
  const { mtypes } = facts;
  return toolchain.verifierSteps({ module, trail, words, claim, mtypes }, call);
}

/** State tables of a model's processes. */
export async function automataOf(
  toolchain: Pick<Toolchain, 'generate'>,
  { model, lossy }: Pick<ModelVerifier, 'model' | 'lossy'>,
  call: CallOptions = {},
): Promise<readonly Automaton[]> {
  const { files } = await toolchain.generate({ model, lossy, separate: true }, call);
  return readAutomata(files);
}
