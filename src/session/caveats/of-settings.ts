import { type Diagnostic, isAssumption } from '../../base/diagnostic.ts';
import type { Caveat } from './caveat.ts';
import { together } from '../../base/words.ts';

/** Settings that were ignored or cost nothing. */
export function leftOut({
  diagnostics,
  kernels,
  kernelName,
  unused,
  onMachine,
  isArithmeticFree,
}: {
  readonly diagnostics: readonly Diagnostic[];
  readonly kernels: readonly string[];
  readonly kernelName: string | undefined;
  /** Parameters and `size` without effect on the time. */
  readonly unused: readonly string[];
  readonly onMachine: boolean;
  /** Arithmetic is free where it could cost. */
  readonly isArithmeticFree: boolean;
}): readonly Caveat[] {
  const caveats: Caveat[] = [];
  const of = (code: string): Diagnostic | undefined =>
    diagnostics.find((each) => each.code === code && each.severity !== 'error');
  const say = (code: string, caveat: Pick<Caveat, 'id' | 'tone' | 'words'>) => {
    const said = of(code);
    if (said)
      caveats.push({
        ...caveat,
        meaning: `${said.message} ${said.hint ?? ''}`.trim(),
        isAssumed: onMachine && isAssumption(said),
        place: said.span,
      });
    return said;
  };
  say(
    'unknown-trip-count',
    onMachine
      ? { id: 'rounds-taken', tone: 'warning', words: 'rounds of a loop are a guess' }
      : { id: 'may-not-end', tone: 'wrong', words: 'a loop may never end' },
  );
  say('assumed-address', {
    id: 'address-taken',
    tone: 'warning',
    words: 'where lanes touch memory is a guess',
  });
  say('may-wrap', { id: 'may-wrap', tone: 'warning', words: 'a number may wrap around' });
  const required = say('required-group-size', {
    id: 'group-size',
    tone: 'warning',
    words: 'the attribute fixes the group size',
  });
  // An attribute's fixed group size is told elsewhere.
  const idle = unused.filter((name) => name !== 'WG' || !required);
  if (idle.length > 0) {
    const isOne = idle.length === 1;
    const names = together(idle);
    const [does, its, it] = isOne ? ['does', 'It decides', 'it'] : ['do', 'They decide', 'them'];
    caveats.push({
      id: 'unused',
      tone: 'warning',
      words: `${names} ${does} not matter`,
      meaning: `Nothing in the kernel that takes time depends on ${names}, so all values take the same time. ${its} at most which configurations are valid. If that is not meant, use ${it} in the code, or in the pragmas that say what the code costs.`,
    });
  }
  const others = kernels.filter((name) => name !== kernelName);
  if (others.length > 0)
    caveats.push({
      id: 'other-kernels',
      tone: 'note',
      words:
        others.length === 1
          ? `${others[0]} is ignored`
          : `${others.length} other kernels are ignored`,
      meaning: `The text has ${together(others)} as well. ${kernelName ?? 'One'} alone is tuned; choose another above the text.`,
    });
  if (isArithmeticFree)
    caveats.push({
      id: 'arithmetic-free',
      tone: 'note',
      words: 'arithmetic is free',
      meaning:
        'AT, the ticks of an operation of arithmetic, is 0, as in the papers: only accesses to memory, barriers and dispatch take time, and the calls that a pragma gives a cost. With AT above 0 operators and functions of mathematics take time too.',
    });
  return caveats;
}
