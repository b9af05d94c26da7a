import type { Exporter } from './exporter.ts';
import { outcomeOf } from './refused.ts';
import { timed } from './t4-write.ts';

/** A row for each configuration. */
export const RESULTS_TABLE: Exporter = {
  id: 'results-table',
  label: 'CSV',
  help: 'the results as a table (CSV)',
  ending: '.csv',
  type: 'text/csv',
  of: 'results',
  write: ({ results }) =>
    outcomeOf(() => {
      const rows = timed(results);
      const names = [...new Set(rows.flatMap(({ values }) => Object.keys(values)))];
      const lines = rows.map(({ values, time, status }) =>
        [...names.map((name) => values[name] ?? ''), time ?? '', status].join(','),
      );
      return [[...names, 'model_time', 'status'].join(','), ...lines, ''].join('\r\n');
    }),
};
