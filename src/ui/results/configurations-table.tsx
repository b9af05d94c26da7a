import { compareTicks } from '../../session/index.ts';
import type { ConfigurationResult } from '../../session/index.ts';
import { whole } from '../shared/format.ts';
import { Icon } from '../shared/icons.tsx';
import { STATUS_WORDS } from '../result/status-words.ts';

interface Props {
  readonly names: readonly string[];
  readonly configurations: readonly ConfigurationResult[];
}

/** Every configuration with its time, fastest first; those that cannot run come last, with the reason. */
export function ConfigurationsTable({ names, configurations }: Props) {
  const sorted = configurations.toSorted((a, b) =>
    compareTicks(a.time ?? Infinity, b.time ?? Infinity),
  );
  const fewest = sorted[0]?.time;
  return (
    <div className="table-frame" tabIndex={0} role="group" aria-label="Table of configurations">
      <table className="table">
        <thead>
          <tr>
            {names.map((name) => (
              <th key={name} scope="col" className="number">
                {name}
              </th>
            ))}
            <th scope="col" className="number">
              ticks
            </th>
            <th scope="col" className="rest">
              status
            </th>
          </tr>
        </thead>
        <tbody>
          {sorted.map(({ values, time, status, reason }) => {
            const { word, icon, tone } = STATUS_WORDS[status];
            return (
              <tr key={names.map((name) => values[name]).join(' ')}>
                {names.map((name) => (
                  <td key={name} className="number">
                    {whole(values[name] ?? 0)}
                  </td>
                ))}
                <td className={time !== undefined && time === fewest ? 'number best' : 'number'}>
                  {time === undefined ? '–' : whole(time)}
                </td>
                <td>
                  <span className={`word tone-${tone}`}>
                    <Icon name={icon} size={12} />
                    {word}
                  </span>
                  {reason !== undefined && <span className="table-reason">{reason}</span>}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
