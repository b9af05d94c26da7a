import { CONSTANTS, semanticsOf } from '../../platform/index.ts';
import {
  isCheck,
  MOST_KEPT,
  type Saved,
  type SavedRun,
} from '../../session/kept/history-schema.ts';
import { labelIn, USUAL_MACHINE_SETTINGS } from '../../session/kept/machine-settings.ts';
import { type AmountWords, amountWordsOf, TICKS } from '../shared/amount-words.ts';
import { askedInWords, CHECK_STATUS_WORDS, worstOf } from '../promela/check-words.ts';
import { configurationsInWords, count, slowerInWords, whole } from '../../base/words.ts';
import { STATUS_WORDS, type StatusWord } from '../shared/status-words.ts';
import { isOnMachine } from '../../platform/index.ts';

const WHEN = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

/** When something was kept: `21 Nov 2026, 09:30` */
export const whenInWords = (savedAt: number): string =>
  savedAt === 0 ? 'at an unknown time' : WHEN.format(savedAt);

export const amountOf = ({ model }: SavedRun): AmountWords =>
  model ? amountWordsOf(model.tuning) : TICKS;

export const statusWordsOf = (saved: Saved): StatusWord =>
  isCheck(saved)
    ? CHECK_STATUS_WORDS[worstOf(saved.searches) ?? 'bounded']
    : STATUS_WORDS[saved.status];

/** The best configurations, or the worst searches: `1 of 3: ltl enters` */
export function foundInWords(saved: Saved): string {
  if (!isCheck(saved)) return configurationsInWords(saved.optima);
  const { searches } = saved;
  const worst = worstOf(searches);
  const those = searches.filter(({ status }) => status === worst);
  return `${whole(those.length)} of ${whole(searches.length)}: ${those[0]?.what ?? ''}`;
}

/** The method and missing parts: `as published, baton, bisection` */
export function wayInWords(saved: Saved): string {
  const { unkept } = saved;
  const way = isCheck(saved)
    ? [`checked: ${askedInWords(saved.model.asked)}`, ...(saved.isStopped ? ['stopped'] : [])]
    : wayOfRun(saved);
  return [...way, ...(unkept ? [UNKEPT[unkept]] : [])].join(', ');
}

const wayOfRun = ({ settings, model }: SavedRun): readonly string[] => [
  ...(model
    ? [`${model.tuning.goal} ${model.tuning.objective} when ${model.tuning.when}`]
    : [semanticsOf(settings.semantics).inSentence, settings.level]),
  settings.method.replaceAll('-', ' '),
];

const UNKEPT: Readonly<Record<NonNullable<Saved['unkept']>, string>> = {
  trail: 'kept without the run that shows it',
  'large-map': 'kept without its map',
  map: 'kept without its map',
  all: 'not kept: no room in this browser',
};

/** Why a past run has no map, if it lacks one. */
export function noMapInWords(unkept: SavedRun['unkept']): string | undefined {
  if (unkept === undefined) return undefined;
  return unkept === 'large-map'
    ? `It has more than ${whole(MOST_KEPT)} configurations: press Tune to see them again.`
    : 'This browser had no room for it: press Tune to see it again.';
}

/** Rows of results and settings that differ between runs. */
export function comparedRows(runs: readonly SavedRun[]) {
  const [first] = runs;
  if (!first) return [];
  const row = (name: string, of: (run: SavedRun) => string) => ({ name, values: runs.map(of) });
  return [
    row('minimum', (run) =>
      run.minTime === undefined
        ? '–'
        : run.model
          ? amountOf(run).inWords(run.minTime)
          : count(run.minTime, 'tick'),
    ),
    row('against the first', (run) => (run === first ? '–' : againstFirst(run, first))),
    row('best', ({ optima }) => configurationsInWords(optima) || '–'),
    row('status', ({ status }) => status.replaceAll('-', ' ')),
    ...differingModels(runs),
    ...differingRows(runs.map(({ settings }) => settings)),
  ];
}

/** Objectives of own models, if they differ. */
function differingModels(runs: readonly SavedRun[]) {
  const texts = [...new Set(runs.flatMap(({ model }) => model?.print ?? []))];
  const row = (name: string, of: (model: NonNullable<SavedRun['model']>) => string) => ({
    name,
    values: runs.map(({ model }) => (model ? of(model) : '–')),
  });
  return [
    row('model', ({ print }) => `text ${String.fromCodePoint(65 + texts.indexOf(print))}`),
    row('parameters', ({ tuning }) => tuning.parameters.join(', ')),
    row('objective', ({ tuning }) => `${tuning.goal} ${tuning.objective}`),
    row('when', ({ tuning }) => tuning.when),
  ].filter(({ values }) => new Set(values).size > 1);
}

/** Settings that differ between runs. */
export function differingRows(all: readonly SavedRun['settings'][]) {
  const row = (name: string, of: (settings: SavedRun['settings']) => string) => ({
    name,
    values: all.map(of),
  });
  const texts = new Map<string, string>();
  for (const { kernelText } of all) {
    const letter = String.fromCodePoint(65 + texts.size);
    if (!texts.has(kernelText)) texts.set(kernelText, letter);
  }
  return [
    row('kernel', ({ kernelText }) => `text ${texts.get(kernelText) ?? ''}`),
    row('semantics', ({ semantics }) => semantics),
    row('level', ({ level }) => level),
    row('method', ({ method }) => method.replaceAll('-', ' ')),
    row('machine', machineInWords),
    ...CONSTANTS.map(({ name }) => row(name, ({ constants }) => constants[name])),
  ].filter(({ values }) => new Set(values).size > 1);
}

function againstFirst({ minTime, model }: SavedRun, first: SavedRun): string {
  if (minTime === undefined || first.minTime === undefined) return '–';
  if (model || first.model) {
    const isSame = model?.tuning.objective === first.model?.tuning.objective;
    const more = BigInt(minTime) - BigInt(first.minTime);
    return isSame ? `${more > 0n ? '+' : ''}${whole(more)}` : '–';
  }
  return slowerInWords(BigInt(minTime) - BigInt(first.minTime));
}

/** `A100, with 2 other constants`; of the device semantics alone. */
function machineInWords({
  semantics,
  machine = USUAL_MACHINE_SETTINGS,
}: SavedRun['settings']): string {
  if (!isOnMachine(semantics)) return '–';
  const changed = Object.entries(machine.changed).map(([name, value]) => `${name} ${value}`);
  return [labelIn(machine), ...changed].join(', ');
}
