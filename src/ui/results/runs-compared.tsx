import { useEffect, useRef } from 'react';
import { approximately, type SavedRun } from '../../session/index.ts';
import { comparedRows } from './runs-words.ts';

/** Two runs or more side by side: what they found, how that differs, and in which settings they do. */
export function RunsCompared({ runs }: { readonly runs: readonly SavedRun[] }) {
  const rows = comparedRows(runs);
  const most = Math.max(...runs.map(({ minTime }) => approximately(minTime ?? 0)), 1);
  const table = useRef<HTMLTableElement>(null);
  const chosen = runs.map(({ id }) => id).join();
  // It stands below the list of all runs, which may fill the pane.
  useEffect(() => {
    // Newer browsers return a promise from it, which is nothing to clean up with.
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
