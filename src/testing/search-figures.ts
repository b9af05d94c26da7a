import { type CheckModelOptions, checkModel } from '../checker/promela/check.ts';
import type { Toolchain } from '../spin/toolchain.ts';

/** The figures of a model's checks that do not depend on who searches. */
export async function searchFigures(
  toolchain: Toolchain,
  text: string,
  options: Partial<CheckModelOptions> = {},
) {
  const { results } = await checkModel(toolchain, { text }, {}, { memoryMB: 1000, ...options });
  return results.map(({ check, status, states, transitions, depth, problems, trail }) => ({
    what: check.what,
    status,
    states,
    transitions,
    depth,
    problems,
    trail,
  }));
}
