import { poseValues } from '../../checker/values.ts';
import { createNodeKernelParser } from '../../kernel/node.ts';
import { CORPUS_KERNELS } from '../corpus/kernels.ts';
import type { Gap } from '../../lessons/gaps.ts';
import { platform } from '../engine.ts';
import { judgedKernels } from '../oracle/native-kernels.ts';
import { type Said, verdictOf } from '../verdict-of.ts';
import { mistakesIn } from '../mistakes.ts';
import { VERDICT_CASES } from './index.ts';

/** A kernel with one small mistake put into it. Nobody knows what it does then: the C++ compiler is asked. */
export interface Mutant {
  readonly name: string;
  readonly text: string;
  readonly size: number;
}

/** The code of a text: what stands behind its pragmas. */
const codeOf = (text: string): Gap => ({
  start: text.indexOf('\n', text.lastIndexOf('#pragma tuner')),
  end: text.length,
});

/** Mutants of all right kernels that are tuned by the size of a group, in groups of a size. */
export function mutants(WG: number): Mutant[] {
  const right = VERDICT_CASES.filter(({ known }) => known === 'right');
  const all = [
    ...right.map(({ name, text, groups }) => ({ name, text, size: WG * groups })),
    ...CORPUS_KERNELS.filter(({ text }) => /^#pragma tuner param WG\b/m.test(text)).map((each) => ({
      ...each,
      size: Math.max(16, 4 * WG),
    })),
  ];
  return all.flatMap(({ name, text, size }) =>
    mistakesIn(text, codeOf(text)).map((each) => ({
      name: `${name}, ${each.what}`,
      text: each.text,
      size,
    })),
  );
}

const parser = await createNodeKernelParser();

/** A mutant's verdict, as C++ and by the tool. */
export interface MutantVerdict {
  readonly name: string;
  /** Kinds of findings. */
  readonly native: ReadonlySet<string>;
  readonly said: Said;
}

export const isRace = (kind: string): boolean => kind.startsWith('race-');

/** Judges mutants in groups of a size.
 * @param step takes every so many of them alone */
export async function judgedMutants(WG: number, step = 1): Promise<MutantVerdict[]> {
  const some = mutants(WG)
    .filter((_, index) => index % step === 0)
    .flatMap((mutant) => {
      const constants = platform({ size: mutant.size, LM: 2 ** 20 });
      const [first] = poseValues(parser, mutant.text, { constants, given: { WG } }).programs;
      return first === undefined ? [] : [{ ...mutant, constants, values: first.configuration }];
    });
  const reports = await judgedKernels(
    some.map((mutant) => ({ ...mutant, constants: { ...mutant.constants } })),
    { inputs: 1 },
  );
  const verdicts: MutantVerdict[] = [];
  for (const { name, text, constants, values } of some) {
    const report = reports.get(name);
    if (report === undefined) continue;
    const native = new Set(report.findings.map(({ kind }) => kind));
    verdicts.push({ name, native, said: await verdictOf(text, constants, values) });
  }
  return verdicts;
}

const READ_FOR_NOTHING = ['uninitialised', 'inactive-lane'];

/** How what the tool says stands to what the C++ compiler says, of a race or none and of wrong or right. Where the
 * tool leaves open what is wrong, it has missed it, and has not said otherwise; what depends on something else than was compiled may be right here. What comes of a value that nobody
 * has written, or from outside of an array, is anything; and private memory that nobody has written is what a C++
 * compiler does not see. */
export function comparison({
  native: seen,
  said,
}: {
  readonly native: ReadonlySet<string>;
  readonly said: Pick<Said, 'status' | 'findings' | 'conditions' | 'readsForNothing'>;
}): 'agree' | 'open' | 'disagree' {
  const { status } = said;
  const native = new Set(
    [...seen].filter((kind) => !(said.readsForNothing && READ_FOR_NOTHING.includes(kind))),
  );
  const kinds = said.findings.map(({ kind }) => kind);
  if (status === 'not-checked') return native.size > 0 ? 'open' : 'agree';
  if (status === 'depends' && native.size === 0) return 'agree';
  const isOfUnwritten = kinds.includes('uninitialised');
  // Unset memory held one of the contents that it may have.
  if (native.size === 0) return kinds.length === 0 || isOfUnwritten ? 'agree' : 'disagree';
  // What was compiled may break the condition that is named.
  if (status === 'right') return said.conditions.length > 0 ? 'agree' : 'disagree';
  // Nothing counts that comes after a loop without an end, or after items that do not meet.
  if (native.has('non-termination')) return 'agree';
  if (native.has('divergence') && kinds.includes('divergence')) return 'agree';
  const isAnything =
    isOfUnwritten ||
    native.has('uninitialised') ||
    (native.has('bounds') && kinds.includes('bounds'));
  return isAnything || [...native].some(isRace) === kinds.some(isRace) ? 'agree' : 'disagree';
}
