import { wordsOf } from '../../front/cuda/words.ts';
import { isOnMachine, semanticsOf } from '../../platform/index.ts';
import { jobOf } from '../jobs/job.ts';
import { VERIFICATION } from '../jobs/verification.ts';
import { RECHECK } from '../workbench/recheck-view.ts';
import { outdatedJob } from '../outdated.ts';
import type { SessionState } from '../state.ts';
import type { Caveat } from './caveat.ts';
import { ofFile } from './of-file.ts';
import { oddAsPublished } from './of-published.ts';
import { leftOut } from './of-settings.ts';
import { presentOptima } from '../views/judged.ts';
import { wrongIn } from './of-values.ts';

export type { Caveat } from './caveat.ts';

const ORDER: readonly Caveat['tone'][] = ['wrong', 'warning', 'note'];

/** The limits of the present answer, gravest first. */
export function caveatsOf(state: SessionState): readonly Caveat[] {
  const { settings, derived, run } = state;
  const [verification, recheck] = [jobOf(state, VERIFICATION), jobOf(state, RECHECK)];
  const of = [settings, derived, verification, run.result, run.origin, recheck];
  if (!of.every((one, at) => one === last.of[at])) last = { of, caveats: made(state) };
  return last.caveats;
}

/** Views compare the list, so equal states share one. */
let last: { readonly of: readonly unknown[]; readonly caveats: readonly Caveat[] } = {
  of: [],
  caveats: [],
};

function made(state: SessionState): readonly Caveat[] {
  const { settings, derived, run } = state;
  if (derived.kernelName === undefined) return NONE;
  const { semantics, constants } = settings;
  const isOutdated = outdatedJob(VERIFICATION)(state) !== undefined;
  const seen = isOutdated ? undefined : jobOf(state, VERIFICATION).verification;
  const number = (name: keyof typeof constants): number => Number(constants[name]);
  const groupSizes = run.result ? [...new Set(run.configurations.table.column('WG') ?? [])] : [];
  return [
    ...ofFile(run.origin, jobOf(state, RECHECK)),
    ...wrongIn(wordsOf(settings.kernelText), derived.diagnostics, seen, presentOptima(state)),
    ...oddAsPublished({
      likeness: semanticsOf(semantics).isOdd ? derived.likeness : undefined,
      constants: { ND: number('ND'), NU: number('NU'), size: number('size') },
      groupSizes,
      isReduction: derived.isReduction === true,
    }),
    ...leftOut({
      diagnostics: derived.diagnostics,
      kernels: derived.kernels,
      kernelName: derived.kernelName,
      unused: derived.unused ?? [],
      onMachine: isOnMachine(semantics),
      isArithmeticFree: semanticsOf(semantics).constants.includes('AT') && number('AT') === 0,
    }),
  ].toSorted((one, other) => ORDER.indexOf(one.tone) - ORDER.indexOf(other.tone));
}

const NONE: readonly Caveat[] = [];

/** Faults of the kernel itself, which spoil any answer. */
export const spoiling = (caveats: readonly Caveat[]): readonly Caveat[] =>
  caveats.filter(({ tone }) => tone === 'wrong');
