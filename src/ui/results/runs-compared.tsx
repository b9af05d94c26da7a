import { useEffect, useRef } from 'react';
import { approximately } from '../../base/ticks.ts';
import type { SavedRun } from '../../session/kept/history-schema.ts';
import { comparedRows } from './runs-words.ts';

/** Runs side by side: results and differing settings. */
export function RunsCompared({ runs }: { readonly runs: readonly SavedRun[] }) {
  const rows = comparedRows(runs);
  const most = Math.max(...runs.map(({ minTime }) => approximately(minTime ?? 0)), 1);
  const table = useRef<HTMLTableElement>(null);
  const chosen = runs.map(({ id }) => id).join();
  // Below the list of runs, which may fill the pane.
  useEffect(() => {
    // Newer browsers return a promise, not a cleanup.
    void table.current?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  return (
    <table ref={table} className="table compared" data-testid="compared" aria-label="Runs compared">
      <thead>
        <tr>
          <th scope="col">
            <span className="visually-hidden">Property</span>
          </th>
          {runs.map(({ id, name }) => (
            <th key={id} scope="col">
              <span data-export>{name}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, values }) => (
          <tr key={name}>
            <th scope="row">
              <span data-export>{name}</span>
            </th>
            {values.map((value, index) => (
              <td key={runs[index]?.id}>
                {name === 'minimum' && (
                  <svg className="compared-bar" width={96} height={12} aria-hidden="true">
                    <rect
                      width={(96 * approximately(runs[index]?.minTime ?? 0)) / most}
                      height={12}
                      rx={2}
                    />
                  </svg>
                )}
                <span data-export>{value}</span>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
