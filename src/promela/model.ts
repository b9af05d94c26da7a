import type { Result } from '../base/diagnostic.ts';
import type { Kernel } from '../kernel/ir.ts';
import { type Semantics, type SemanticsId, semanticsOf } from '../platform/index.ts';
import { deviceModel } from './device/model.ts';
import type { ProgramOf } from './device/programs.ts';
import { listingsModel } from './fermi/model.ts';
import { notMeantFor } from './fermi/shape.ts';
import type { Model } from './generated.ts';
import { type Level, levelOf } from './levels.ts';
import { unsupported } from './made.ts';
import { stepsModel } from './steps-model.ts';

/** The makers of models, by what they make them of. */
const MAKERS = {
  steps: stepsModel,
  programs: deviceModel,
  listings: listingsModel,
} satisfies Record<Semantics['madeOf'], unknown>;

/** The text depends on the kernel's structure, never on constants or the bound.
 * @param programOf gives warps' programs, where the model is made of them */
export function generateModel(
  kernel: Kernel,
  id: SemanticsId,
  level: Level,
  programOf?: ProgramOf,
): Result<Model> {
  const semantics = semanticsOf(id);
  const { interleaving, ofOneKernel, madeOf } = semantics;
  const lack =
    (ofOneKernel && notMeantFor(kernel, semantics)) ||
    (interleaving?.is === !levelOf(level).interleaves && interleaving.otherwise);
  if (lack) return unsupported(kernel, lack);
  return MAKERS[madeOf](kernel, semantics, level, programOf);
}
