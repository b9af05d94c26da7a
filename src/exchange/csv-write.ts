import type { Write } from './exporter.ts';
import { outcomeOf } from './refused.ts';
import { timed } from './t4-write.ts';

/** A row for each configuration. */
export const writeResultsTable: Write = ({ results }) =>
  outcomeOf(() => {
    const rows = timed(results);
    const names = [...new Set(rows.flatMap(({ values }) => Object.keys(values)))];
    const lines = rows.map(({ values, time, status }) =>
      [...names.map((name) => values[name] ?? ''), time ?? '', status].join(','),
    );
    return [[...names, 'model_time', 'status'].join(','), ...lines, ''].join('\r\n');
  });
