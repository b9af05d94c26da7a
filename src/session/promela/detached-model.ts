import { rangesOf, unboundedRun } from '../../checker/index.ts';
import type { SessionTools } from '../environment.ts';
import { type ModelDocument, newModel } from './model-document.ts';

/** The model that is generated of the kernel as one of its own: in plain Promela, with the numbers of the platform in
 * its text. At a level that cannot do without C it is as it is generated.
 * Nothing where the kernel has errors. */
export function detachedModel({
  store,
  derivation,
}: Pick<SessionTools, 'store' | 'derivation'>): ModelDocument | undefined {
  const { promela, kernelName = 'model' } = store.getState().derived;
  const problem = derivation()?.problem;
  if (!promela) return undefined;
  const run = problem && unboundedRun(problem, rangesOf(problem));
  const text = (run && problem.model.simulation?.(run, true)) ?? promela.text;
  const names = problem?.kernel.parameters.map(
    ({ name }) => problem.model.parameterNames.get(name) ?? name,
  );
  return newModel(`${kernelName}.pml`, {
    text,
    tuning: { parameters: names ?? [], objective: 'time', when: 'FIN', goal: 'smallest' },
  });
}
