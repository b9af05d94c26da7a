import { poseValues } from '../../checker/values.ts';
import { createNodeKernelParser } from '../../kernel/node.ts';
import type { Constants } from '../../platform/index.ts';
import { CORPUS_KERNELS } from '../corpus/kernels.ts';
import { platform } from '../engine.ts';
import { compileKernels } from '../oracle/native-kernels.ts';
import { verdictOf } from '../verdict-of.ts';
import { VERDICT_CASES } from './index.ts';
import { GROUP_SIZES, type GroupSize } from './verdict-case.ts';

/** A right kernel from which one barrier, or one wait for a copy, was taken. */
export interface MissingBarrier {
  readonly name: string;
  readonly text: string;
  /** Line of what is missing, from 1. */
  readonly line: number;
}

/** Size and tuning parameters of a run. */
export interface BarrierSetting {
  readonly size: number;
  readonly given: Readonly<Record<string, number>>;
}

const MEETING = /\b(?:barrier|wait_group_events)\s*\([^;]*\);/g;

/** The text without each of its barriers in turn; lines stay where they are. */
export const withoutEach = (name: string, text: string): MissingBarrier[] =>
  [...text.matchAll(MEETING)].map(({ 0: meeting, index }) => {
    const line = text.slice(0, index).split('\n').length;
    return {
      name: `${name}, without line ${line}`,
      text: `${text.slice(0, index)};${text.slice(index + meeting.length)}`,
      line,
    };
  });

/** Right kernels with barriers, and what they are run with. */
export const BARRIER_KERNELS: readonly {
  readonly name: string;
  readonly text: string;
  readonly settings: readonly BarrierSetting[];
}[] = [
  ...VERDICT_CASES.filter(({ known }) => known === 'right').map(({ name, text, groups }) => ({
    name,
    text,
    settings: GROUP_SIZES.map((WG) => ({ size: WG * groups, given: { WG } })),
  })),
  ...CORPUS_KERNELS.map(({ name, text }) => ({ name, text, settings: corpusSettings(text) })),
].filter(({ text }) => text.search(MEETING) >= 0);

/** Sizes of groups for a kernel that is tuned by it, where it takes two groups of that size at least; others as they
 * stand. */
function corpusSettings(text: string): BarrierSetting[] {
  if (!/^#pragma tuner param WG\b/m.test(text)) return [{ size: 16, given: {} }];
  return GROUP_SIZES.map((WG) => ({ size: Math.max(16, 4 * WG), given: { WG } }));
}

const parser = await createNodeKernelParser();

/** A kernel without one barrier, judged as C++ and by the tool. */
export interface BarrierVerdict {
  readonly name: string;
  readonly race: boolean;
  readonly said: boolean;
}

interface Variant {
  readonly name: string;
  readonly text: string;
  readonly constants: Constants;
  readonly values: Readonly<Record<string, number>>;
}

/** Takes each barrier in turn out of right kernels, in groups of the size given, or of their own where they have
 * but one. One configuration stands for all of that size.
 * @param step takes every so many of the kernels alone */
export async function withoutBarriers(size: GroupSize, step = 1): Promise<BarrierVerdict[]> {
  const variants: Variant[] = [];
  for (const [index, { name, text, settings }] of BARRIER_KERNELS.entries()) {
    if (index % step !== 0) continue;
    const isOne = settings.length === 1 && size === GROUP_SIZES[0];
    const setting = settings.find(({ given }) => isOne || given['WG'] === size);
    if (setting === undefined) continue;
    const constants = platform({ size: setting.size, LM: 2 ** 20 });
    const [first] = poseValues(parser, text, { constants, given: setting.given }).programs;
    if (first === undefined) continue; // it cannot be that large
    const values = first.configuration;
    for (const each of withoutEach(name, text))
      variants.push({ name: each.name, text: each.text, constants, values });
  }
  const native = await compileKernels(
    variants.map((variant) => ({ ...variant, constants: { ...variant.constants } })),
  );
  try {
    const reports = await native.judge(
      variants.map(({ name }) => name),
      { inputs: 1 },
    );
    const verdicts: BarrierVerdict[] = [];
    for (const { name, text, constants, values } of variants) {
      const { findings } = await verdictOf(text, constants, values);
      const isRace = ({ kind }: { readonly kind: string }): boolean => kind.startsWith('race-');
      const race = reports.get(name)?.findings.some(isRace) ?? false;
      verdicts.push({ name, race, said: findings.some(isRace) });
    }
    return verdicts;
  } finally {
    native.dispose();
  }
}
