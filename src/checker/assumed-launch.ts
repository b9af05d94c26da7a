import type { Fix } from '../base/diagnostic.ts';
import type { Span } from '../base/span.ts';
import { count, alternatives } from '../base/words.ts';
import { chosenInWords } from '../front/cuda/choice.ts';
import { type LanguageWords, WORDS_OF } from '../front/language.ts';
import type { Configuration } from '../tuning/index.ts';
import {
  type Finding,
  isRace,
  statusOf,
  type ValueProgram,
  type Verdict,
} from '../values/index.ts';
import { groupsOf } from '../values/walk.ts';
import { placeOf } from './verdicts-together.ts';

/** Findings that larger groups do not have, where nobody states the size, rest on it. Smaller ones
 * are no example: they may be too small to show it. */
export function withAssumedGroups<T extends Verdict & { readonly values: Configuration }>(
  { item, group }: LanguageWords,
  all: readonly T[],
): readonly T[] {
  const sizes = all.map(({ values }) => values['WG'] ?? 0);
  const faulty = new Set(
    all.flatMap(({ values, findings }) => (findings.length > 0 ? [values['WG'] ?? 0] : [])),
  );
  const sizesOf = new Map<string, Set<number>>();
  for (const { findings } of all)
    for (const finding of findings) {
      const known = sizesOf.get(placeOf(finding)) ?? new Set();
      sizesOf.set(placeOf(finding), known.add(finding.configuration['WG'] ?? 0));
    }
  const lines = (of: readonly number[]): readonly Fix[] =>
    of.length === 0 ? [] : [{ line: `#pragma tuner param WG = {${of.join(', ')}}`, where: 'top' }];
  return all.map((one) => ({
    ...one,
    findings: one.findings.map((finding) => {
      const at = sizesOf.get(placeOf(finding)) ?? new Set();
      const others = sizes.filter((size) => !at.has(size) && size > Math.min(...at));
      if (finding.assumed !== undefined || others.length === 0) return finding;
      const words = (of: readonly number[]): string =>
        `${group}s have ${alternatives(of.map(String))} ${item}s`;
      return {
        ...finding,
        assumed: {
          words: words([...at]),
          so: lines([...at]),
          otherwise: lines(others.filter((size) => !faulty.has(size))),
          usual: words(others),
        },
      };
    }),
  }));
}

/** Faults of the smallest groups alone, where nobody states a size and larger ones are right, say which are meant.
 * Others may be hidden where there are few groups. */
export function withoutTooSmall<T extends Verdict & { readonly values: Configuration }>(
  { item, group }: LanguageWords,
  all: readonly T[],
  span: Span,
): readonly Verdict[] {
  const sizeOf = ({ values }: T): number => values['WG'] ?? 0;
  const faulty = all.filter(({ findings }) => findings.length > 0);
  const rest = all.filter(({ findings }) => findings.length === 0);
  const largest = Math.max(...faulty.map(sizeOf));
  const isOfMany = faulty.some(({ findings }) =>
    findings.some((one) => one.kind === 'race-between-groups' || one.isOfLaterGroup === true),
  );
  const isLarger = rest.every((one) => sizeOf(one) > largest && statusOf(one) === 'right');
  if (faulty.length === 0 || rest.length < 2 || isOfMany || !isLarger) return all;
  const sizes = `${group}s have ${alternatives(rest.map((one) => String(sizeOf(one))))} ${item}s`;
  const condition = {
    what: 'other launches',
    why: `Nothing states the size of ${group}s; smaller ones lead to faults.`,
    hint: '#pragma tuner local_size ...',
    span,
    weakens: false,
    holdsIf: sizes,
  };
  return [...rest, { findings: [], remarks: [], checked: [], notChecked: [condition] }];
}

/** Findings that rest on what the text does not tell. */
export const withAssumptions = ({ assumptions = [] }: ValueProgram, verdict: Verdict): Verdict => ({
  ...verdict,
  findings: verdict.findings.map((one) => {
    const found = assumptions.find(
      ({ touches }) =>
        touches === 'all' ||
        (touches === 'results' && one.kind === 'result') ||
        (touches === 'lanes' && !isRace(one)),
    );
    if (found === undefined || one.assumed !== undefined) return one;
    const { holdsIf: words, so = [] } = found;
    return { ...one, assumed: { words, so, otherwise: [], usual: words } };
  }),
});

/** Findings that another number of groups may not have, where nobody states it, rest on it. */
export function withGrid(
  program: ValueProgram,
  elsewhere: ReadonlySet<string> | undefined,
  verdict: Verdict,
): Verdict {
  const { language, assumedLaunch, chosenForLaunch, global, local, mayBeOneGroup, otherLaunch } =
    program;
  const isOpen = mayBeOneGroup !== undefined;
  if (assumedLaunch === undefined && !isOpen)
    return chosenForLaunch === undefined
      ? verdict
      : withFirstRounds(verdict, chosenInWords(chosenForLaunch));
  const { item, group } = WORDS_OF[language];
  const groups = groupsOf(program);
  const items = (sizes: readonly number[]): readonly Fix[] => [
    { line: `#pragma tuner items ${sizes.slice(0, program.dimensions).join(', ')}`, where: 'top' },
  ];
  const isAll = assumedLaunch === 'all';
  const isChosen = chosenForLaunch !== undefined;
  const isTooMany =
    program.isTooLarge === true || chosenForLaunch?.some(({ told }) => told !== undefined) === true;
  const isPart = chosenForLaunch?.some(({ isAlone }) => isAlone) === true;
  const forNumbers = isChosen ? `, for ${chosenInWords(chosenForLaunch)}` : '';
  const words = `there ${groups === 1 ? 'is' : 'are'} ${count(groups, group)}${isAll ? ` of ${local.join(' x ')}` : ''}${forNumbers}`;
  const otherGrids = isChosen ? `the numbers always fill whole ${group}s` : `there is one ${group}`;
  const usual = isAll ? `${group}s are of another size` : otherGrids;
  // Numbers that fill whole groups have a launch of their own.
  const other = isChosen ? (otherLaunch?.global ?? local) : local;
  const isSame = other.every((size, at) => size === global[at]);
  // One line cannot tell numbers apart that the same launch has.
  const otherwise = isSame ? [] : items(other);
  const assumed = { words, so: items(global), otherwise, usual };
  // A claim that names what was chosen is about every number; another may be about the text's own.
  const names = (chosenForLaunch ?? []).flatMap(({ text }) => /[A-Za-z_]\w*$/.exec(text) ?? []);
  const isClaimed = ({ message }: Finding): boolean =>
    names.some((name) => new RegExp(`\\b${name}\\b`).test(message));
  if (isOpen) {
    const few = otherLaunch?.global ?? local;
    const left = groupsOf({ global: few, local });
    const fewer = `there ${left === 1 ? 'is' : 'are'} ${count(left, group)}`;
    const ofGroups = verdict.findings.map((one) =>
      one.kind === 'race-between-groups' &&
      one.assumed === undefined &&
      elsewhere?.has(placeOf(one)) === false
        ? { ...one, assumed: { ...assumed, otherwise: items(few), usual: fewer } }
        : one,
    );
    return { ...verdict, findings: ofGroups };
  }
  const isMeant = (finding: Finding): boolean => {
    const { kind, assumed: own } = finding;
    if (own !== undefined) return false;
    if (isAll || kind === 'race-between-groups') return true;
    // One group alone is enough for it, whatever the numbers are.
    if (kind === 'bounds') return isChosen || elsewhere?.has(placeOf(finding)) !== true;
    if (kind === 'result') return !isClaimed(finding);
    return elsewhere?.has(placeOf(finding)) === false;
  };
  return {
    ...verdict,
    findings: verdict.findings.map((one) => (isMeant(one) ? { ...one, assumed } : one)),
    notChecked: [
      ...verdict.notChecked,
      {
        what: 'other launches',
        why: `${isTooMany ? `The ${group}s that are stated are too many to be run` : `Nothing states the number of ${group}s`}; ${groups} ${groups === 1 ? 'was' : 'were'} run${forNumbers}.`,
        hint: isTooMany
          ? 'Make the sizes that the text states smaller, and all are run.'
          : `State the ${item}s in all: #pragma tuner items ...`,
        ...(isPart ? { weakens: true } : { weakens: false, holdsIf: words }),
      },
    ],
  };
}

/** Faults in the first round of the host's loop are real; claims may be meant for the last round. */
function withFirstRounds(verdict: Verdict, rounds: string): Verdict {
  const findings = verdict.findings.filter(({ kind }) => kind !== 'result');
  const isMet = findings.length === verdict.findings.length;
  const rest = isMet
    ? ''
    : ' What is claimed does not hold after it, and may be meant for the last.';
  return {
    ...verdict,
    findings,
    notChecked: [
      ...verdict.notChecked,
      {
        what: 'other launches',
        why: `The host launches the kernel in a loop; its first round was run, ${rounds}.${rest}`,
        hint: 'State another: #pragma tuner input NAME = ...',
        weakens: !isMet,
        holdsIf: rounds,
        isOfFirstRound: isMet,
      },
    ],
  };
}
