import { show } from '../../front/expr.ts';
import type { Kernel } from '../../kernel/ir.ts';
import type { Lack, Semantics } from '../../platform/index.ts';
import { type Step, toSteps } from '../phases.ts';
import { liftReturns, nameLoops, namesInKernel } from '../rewrite.ts';

/** The second paper's steps: size / TS times load, barrier, branch, barrier; then the write. */
const LOOP = ['global GMT + 1', 'barrier', 'local 2', 'barrier'];
const WRITE = 'global GMT + 1';

/** Why not, where a kernel is not the second paper's. */
export function notMeantFor(kernel: Kernel, semantics: Semantics): Lack | undefined {
  const block = nameLoops(liftReturns(kernel.body), namesInKernel(kernel));
  const [loop, write, ...more] = toSteps(block, semantics);
  const isIts =
    loop?.kind === 'loop' &&
    show(loop.trips) === 'size / TS' &&
    loop.body.map(inWords).join('; ') === LOOP.join('; ') &&
    write !== undefined &&
    inWords(write) === WRITE &&
    more.length === 0 &&
    show(kernel.items) === 'size' &&
    show(kernel.localSize) === 'WG';
  if (isIts) return undefined;
  return {
    code: 'not-meant',
    message: `These semantics were not meant for ${kernel.name}: they are the second paper's model of its own kernel.`,
    hint: 'Open the example Fermi, or choose the semantics Warps, which is that idea for every kernel.',
  };
}

const inWords = (step: Step): string =>
  step.kind === 'work'
    ? step.costs.map(({ space, ticks }) => `${space} ${show(ticks)}`).join(', ')
    : step.kind;
