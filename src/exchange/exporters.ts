import { onDemand } from '../base/on-demand.ts';
import type { Exporter } from './exporter.ts';
import type { ShortlistFormat } from './shortlist-file.ts';

const space = onDemand(() => import('./t1-write.ts'));
const results = onDemand(() => import('./t4-write.ts'));
const table = onDemand(() => import('./csv-write.ts'));
const lists = onDemand(() => import('./shortlist-file.ts'));

const listIn = (
  format: ShortlistFormat,
  about: Pick<Exporter, 'label' | 'ending' | 'type'>,
): Exporter => ({
  ...about,
  id: `list-${format}`,
  help: `the configurations within the margin (${about.label})`,
  of: 'list',
  write: async (answered) => (await lists()).writeList(format)(answered),
});

/** Every exported format: one writer and one row each. */
export const EXPORTERS: readonly Exporter[] = [
  {
    id: 'space',
    label: 'T1',
    help: 'the search space of the kernel (T1)',
    ending: '.T1.json',
    type: 'application/json',
    of: 'space',
    write: async (answered) => (await space()).writeSpace(answered),
  },
  {
    id: 'results',
    label: 'T4',
    help: 'the results (T4)',
    ending: '.T4.json',
    type: 'application/json',
    of: 'results',
    write: async (answered) => (await results()).writeAnswer(answered),
  },
  {
    id: 'results-table',
    label: 'CSV',
    help: 'the results as a table (CSV)',
    ending: '.csv',
    type: 'text/csv',
    of: 'results',
    write: async (answered) => (await table()).writeResultsTable(answered),
  },
  listIn('t1', { label: 'T1', ending: '.json', type: 'application/json' }),
  listIn('kernel-tuner', { label: 'Kernel Tuner', ending: '.py', type: 'text/x-python' }),
  listIn('csv', { label: 'CSV', ending: '.csv', type: 'text/csv' }),
];

const fits = (path: string, { ending }: Exporter): boolean =>
  path.toLowerCase().endsWith(ending.toLowerCase());

/** Picks the exporter by file name, longest ending first.
 * @param hasList prefers a list if the name is ambiguous. */
export const exporterOf = (path: string, hasList: boolean): Exporter | undefined =>
  EXPORTERS.filter((one) => fits(path, one)).toSorted(
    (one, other) =>
      other.ending.length - one.ending.length ||
      Number((other.of === 'list') === hasList) - Number((one.of === 'list') === hasList),
  )[0];
