import type { SearchRun } from '../../session/index.ts';
import { megabytes, seconds, whole } from '../shared/format.ts';
import { PURPOSE_WORDS, VERDICT_WORDS } from './search-data.ts';

/** Every search with what it found and what it cost. */
export function SearchTable({ runs }: { readonly runs: readonly SearchRun[] }) {
  return (
    <div className="table-frame" tabIndex={0} role="group" aria-label="Table of searches">
      <table className="table" data-testid="search-table">
        <thead>
          <tr>
            <th scope="col" className="number">
              within
            </th>
            <th scope="col">verdict</th>
            <th scope="col" className="number">
              states
            </th>
            <th scope="col" className="number">
              transitions
            </th>
            <th scope="col" className="number">
              depth
            </th>
            <th scope="col" className="number">
              memory
            </th>
            <th scope="col" className="number">
              time
            </th>
          </tr>
        </thead>
        <tbody>
          {runs.map((run, index) => (
            // Searches are only ever added at the end, so their places name them.
            <tr key={index}>
              <td className="number">{run.bound === null ? '–' : whole(run.bound)}</td>
              <td>
                <span className={`verdict verdict-${run.verdict}`}>
                  <svg width={12} height={12} viewBox="0 0 12 12" aria-hidden="true">
                    {run.verdict === 'satisfied' ? (
                      <rect x={1} y={4} width={10} height={4} rx={1} />
                    ) : (
                      <circle cx={6} cy={6} r={4} />
                    )}
                  </svg>
                  {PURPOSE_WORDS[run.purpose] || VERDICT_WORDS[run.verdict]}
                </span>
              </td>
              <td className="number">{whole(run.states)}</td>
              <td className="number">{whole(run.transitions)}</td>
              <td className="number">{whole(run.depth)}</td>
              <td className="number">{megabytes(run.memoryMB)}</td>
              <td className="number">{seconds(run.seconds)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
