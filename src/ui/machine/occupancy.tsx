import type { MachineView } from '../../session/views/machine-view.ts';
import { count, whole } from '../../base/words.ts';
import { boundRows, boundSentence, LIMIT_WORDS, occupancySentence } from './machine-words.ts';

/** Resident groups and warps of a unit, and their limits. */
export function Occupancy({ view }: { readonly view: MachineView }) {
  const { machine, program, limits } = view;
  const { warps, resident } = program;
  const slots = machine.residentWarps;
  const most = Math.max(resident, ...limits.map(({ groups }) => (groups < Infinity ? groups : 0)));
  const columns = Math.min(32, slots);
  const taken = Math.min(slots, warps * resident);
  return (
    <section className="machine-part-view column" aria-label="Occupancy">
      <h3>Occupancy of a unit</h3>
      <p data-testid="occupancy">{occupancySentence(view)}</p>
      <svg
        className="occupancy"
        width={columns * 10 + 1}
        height={Math.ceil(slots / columns) * 10 + 1}
        role="img"
        aria-label={`${count(taken, 'warp')} of ${slots}, in ${count(resident, 'group')}`}
      >
        {Array.from({ length: slots }, (_, at) => (
          <rect
            key={at}
            className={
              at >= taken ? 'free' : Math.floor(at / warps) % 2 === 0 ? 'group' : 'group other'
            }
            x={(at % columns) * 10 + 0.5}
            y={Math.floor(at / columns) * 10 + 0.5}
            width={9}
            height={9}
          />
        ))}
      </svg>
      <table className="machine-bars small-text">
        <caption className="visually-hidden">Groups of a unit that each limit allows</caption>
        <tbody>
          {limits.map(({ limit, groups }) => (
            <tr key={limit} className={limit === program.limit ? 'decides' : undefined}>
              <th scope="row">{LIMIT_WORDS[limit]}</th>
              <td>
                <span className="machine-bar">
                  <span style={{ width: `${(100 * Math.min(groups, most)) / most}%` }} />
                </span>
                {groups === Infinity ? 'any' : whole(groups)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface BoundProps {
  readonly view: MachineView;
  /** In cycles, if known. */
  readonly time: number | undefined;
}

/** Lower bounds of the time, by part of the unit. */
export function Bound({ view, time }: BoundProps) {
  const rows = boundRows(view, time);
  return (
    <section className="machine-part-view column" aria-label="What bounds it">
      <h3>What bounds it</h3>
      <p data-testid="bound">{boundSentence(view, time)}</p>
      <table className="machine-bars small-text">
        <caption className="visually-hidden">Share of the time that each part needs</caption>
        <tbody>
          {rows.map(({ id, words, share, cycles }) => (
            <tr key={id} className={id === view.bound.by ? 'decides' : undefined}>
              <th scope="row">{words}</th>
              <td>
                <span className="machine-bar">
                  <span style={{ width: `${Math.min(100, 100 * share)}%` }} />
                </span>
                {Math.round(100 * share)} %
              </td>
              <td className="soft">{whole(cycles)} cycles</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
