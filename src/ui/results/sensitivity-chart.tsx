import { useRef } from 'react';
import { approximately, type SensitivityView } from '../../session/index.ts';
import { configurationsInWords } from '../shared/configuration-words.ts';
import { count, whole } from '../shared/format.ts';
import { useSize } from '../shared/use-size.ts';
import { isWide } from './color-scale.ts';
import { isDoubling } from './lines-data.ts';
import { optimalLanes, timed } from './sensitivity-words.ts';

const MOST_LANES = 12;
const LANE = 16;
const RIGHT = 24;
const AXIS = 26;

/** The minimum over the values of a constant, and under it a lane for each configuration that is best
 * somewhere, marked where it is. */
export function SensitivityChart({ view }: { readonly view: SensitivityView }) {
  const frame = useRef<HTMLDivElement>(null);
  const { width, height } = useSize(frame);
  const { constant, values, points } = view;
  const lanes = optimalLanes(points, MOST_LANES);
  const { points: known, least, most } = timed(points);
  const [low, high] = [approximately(least), approximately(most)];
  const longest = Math.max(...lanes.map((lane) => lane.length), whole(most).length, 6);
  const left = Math.min(width * 0.4, longest * 6.6 + 26);
  const full = Math.max(height, lanes.length * LANE + AXIS + 64);
  const bottom = full - AXIS - lanes.length * LANE - 10;
  const room = Math.max(20, width - left - RIGHT);
  const logX = isDoubling(values);
  // Doubling against doubling; along even steps a proportion is a straight line.
  const log = logX && isWide(low, high);
  const [first = 0, last = 1] = [values[0], values.at(-1)];
  const step = values.length > 1 ? room / (values.length - 1) : room;
  const x = (value: number): number =>
    left +
    (last === first
      ? room / 2
      : logX
        ? (Math.log(value / first) / Math.log(last / first)) * room
        : ((value - first) / (last - first)) * room);
  const y = (time: number): number => {
    if (high === low) return bottom / 2 + 4;
    const share = log ? Math.log(time / low) / Math.log(high / low) : (time - low) / (high - low);
    return bottom - 8 - share * (bottom - 24);
  };
  const line = known
    .map(
      ({ value, minTime }, at) => `${at === 0 ? 'M' : 'L'}${x(value)} ${y(approximately(minTime))}`,
    )
    .join('');
  const every = Math.max(1, Math.ceil((whole(last).length * 7 + 12) / Math.max(1, step)));
  return (
    <div
      ref={frame}
      className="sensitivity-frame"
      tabIndex={0}
      role="group"
      aria-label="Chart of the sweep"
    >
      {width > 0 && (
        <svg
          width={width}
          height={full}
          role="img"
          aria-label={`Minimum for each ${constant}, and which configurations reach it`}
        >
          {[least, most].map((time, at) => (
            <g key={at} className="time-axis">
              <line
                x1={left}
                x2={width - RIGHT}
                y1={y(approximately(time))}
                y2={y(approximately(time))}
              />
              <text x={left - 6} y={y(approximately(time)) + 4} textAnchor="end">
                {whole(time)}
              </text>
            </g>
          ))}
          <text className="chart-label" x={left - 6} y={bottom / 2 + 8} textAnchor="end">
            {log ? 'ticks, log' : 'ticks'}
          </text>
          <path className="sensitivity-line" d={line} />
          {known.length <= 120 &&
            known.map(({ value, minTime, status }) => (
              <circle
                key={value}
                className={status === 'proved' ? 'sensitivity-dot' : 'sensitivity-dot unsure'}
                cx={x(value)}
                cy={y(approximately(minTime))}
                r={3}
              >
                <title>{`${constant} ${whole(value)}: ${count(minTime, 'tick')}, ${status}`}</title>
              </circle>
            ))}
          {lanes.map((lane, at) => (
            <g key={lane}>
              <text
                className="sensitivity-lane"
                x={left - 14}
                y={bottom + 10 + at * LANE + 11}
                textAnchor="end"
              >
                {lane}
              </text>
              <line
                className="sensitivity-track"
                x1={left}
                x2={width - RIGHT}
                y1={bottom + 10 + at * LANE + 8}
                y2={bottom + 10 + at * LANE + 8}
              />
              {points.map(({ value, optima }) =>
                optima.some((one) => configurationsInWords([one]) === lane) ? (
                  <rect
                    key={value}
                    className="sensitivity-best"
                    x={x(value) - Math.max(1.5, Math.min(6, step / 2))}
                    y={bottom + 10 + at * LANE + 3}
                    width={Math.max(3, Math.min(12, step))}
                    height={10}
                  >
                    <title>{`${lane} is best with ${constant} ${whole(value)}`}</title>
                  </rect>
                ) : null,
              )}
            </g>
          ))}
          {values.map((value, at) =>
            at % every === 0 ? (
              <g key={value} className="time-axis">
                <text x={x(value)} y={full - 8} textAnchor="middle">
                  {at === 0 ? `${constant} ${whole(value)}` : whole(value)}
                </text>
              </g>
            ) : null,
          )}
        </svg>
      )}
    </div>
  );
}
