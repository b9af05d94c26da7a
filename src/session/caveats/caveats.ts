import { semanticsOf } from '../../platform/index.ts';
import { outdated } from '../outdated.ts';
import type { SessionState } from '../state.ts';
import type { Caveat } from './caveat.ts';
import { ofFile } from './of-file.ts';
import { oddAsPublished } from './of-published.ts';
import { leftOut } from './of-settings.ts';
import { presentOptima } from '../views/judged.ts';
import { wrongIn } from './of-values.ts';

export type { Caveat } from './caveat.ts';

const ORDER: readonly Caveat['tone'][] = ['wrong', 'warning', 'note'];

/** What limits an answer to what is set now, the gravest first. It is nothing to a result of other settings. */
export function caveatsOf(state: SessionState): readonly Caveat[] {
  const { settings, derived, verification, run, recheck } = state;
  const of = [settings, derived, verification, run.result, run.origin, recheck];
  if (!of.every((one, at) => one === last.of[at])) last = { of, caveats: made(state) };
  return last.caveats;
}

/** The same list for the same state: views compare it. */
let last: { readonly of: readonly unknown[]; readonly caveats: readonly Caveat[] } = {
  ...{ of: [], caveats: [] },
};

function made(state: SessionState): readonly Caveat[] {
  const { settings, derived, verification, run, recheck } = state;
  if (derived.kernelName === undefined) return NONE;
  const { semantics, constants } = settings;
  const seen = outdated.verification(state) ? undefined : verification.verification;
  const number = (name: keyof typeof constants): number => Number(constants[name]);
  const groupSizes = run.result ? [...new Set(run.configurations.table.column('WG') ?? [])] : [];
  return [
    ...ofFile(run.origin, recheck),
    ...wrongIn(derived.diagnostics, seen, presentOptima(state)),
    ...oddAsPublished({
      likeness: semantics === 'published' ? derived.likeness : undefined,
      constants: { ND: number('ND'), NU: number('NU'), size: number('size') },
      groupSizes,
      isReduction: derived.isReduction === true,
    }),
    ...leftOut({
      ...{ diagnostics: derived.diagnostics, kernels: derived.kernels },
      ...{ kernelName: derived.kernelName, unused: derived.unused ?? [] },
      isDevice: semantics === 'device',
      isArithmeticFree: semanticsOf(semantics).constants.includes('AT') && number('AT') === 0,
    }),
  ].toSorted((one, other) => ORDER.indexOf(one.tone) - ORDER.indexOf(other.tone));
}

const NONE: readonly Caveat[] = [];

/** What is wrong with the kernel itself: an answer that has such caveats is never plainly good. */
export const spoiling = (caveats: readonly Caveat[]): readonly Caveat[] =>
  caveats.filter(({ tone }) => tone === 'wrong');
