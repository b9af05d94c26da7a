import { rangesOf, unboundedRun } from '../../checker/index.ts';
import type { SessionTools } from '../tools.ts';
import { type ModelDocument, newModel } from './model-document.ts';

/** The generated model with the platform's numbers, in plain Promela unless the level needs C.
 * Undefined for a faulty kernel. */
export function detachedModel({
  store,
  derivation,
}: Pick<SessionTools, 'store' | 'derivation'>): ModelDocument | undefined {
  const { promela, kernelName = 'model' } = store.getState().derived;
  const problem = derivation()?.problem;
  if (!promela) return undefined;
  const run = problem && unboundedRun(problem, rangesOf(problem));
  const text = (run && problem.model.simulation?.(run, true).text) ?? promela.text;
  const names = problem?.kernel.parameters.map(
    ({ name }) => problem.model.parameterNames.get(name) ?? name,
  );
  return newModel(`${kernelName}.pml`, {
    text,
    tuning: { parameters: names ?? [], objective: 'time', when: 'FIN', goal: 'smallest' },
  });
}
