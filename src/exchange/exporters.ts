import { RESULTS_TABLE } from './csv-write.ts';
import type { Exporter } from './exporter.ts';
import { SHORTLISTS } from './shortlist-file.ts';
import { SEARCH_SPACE } from './t1-write.ts';
import { RESULTS } from './t4-write.ts';

/** Every exported format: one file and one row each. */
export const EXPORTERS: readonly Exporter[] = [SEARCH_SPACE, RESULTS, RESULTS_TABLE, ...SHORTLISTS];

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
