import { useRef } from 'react';
import { approximately } from '../../base/ticks.ts';
import type { SensitivityView } from '../../session/jobs/sensitivity.ts';
import { configurationsInWords, count, whole } from '../../base/words.ts';
import { fitting } from '../shared/large-numbers.ts';
import { useSize } from '../shared/hooks.ts';
import { LETTER } from '../drawing/brush.ts';
import { labelledEvery, logScaleOf, scaleOf } from '../drawing/axis.ts';
import { isWide } from './color-scale.ts';
import { isDoubling } from './lines-data.ts';
import { optimalLanes, timed } from './sensitivity-words.ts';

const MOST_LANES = 12;
const LANE = 18;
const RIGHT = 24;
const AXIS = 26;

/** The minimum over a constant, above a lane for each best configuration. */
export function SensitivityChart({ view }: { readonly view: SensitivityView }) {
  const frame = useRef<HTMLDivElement>(null);
  const { width, height } = useSize(frame);
  const { constant, values, points } = view;
  const lanes = optimalLanes(points, MOST_LANES);
  const { points: known, least, most } = timed(points);
  const [low, high] = [approximately(least), approximately(most)];
  const longest = Math.max(...lanes.map((lane) => lane.length), fitting(high, 11).length, 6);
  const left = Math.min(width * 0.4, longest * LETTER + 26);
  const right = Math.max(left + 20, width - RIGHT);
  const full = Math.max(height, lanes.length * LANE + AXIS + 64);
  const bottom = full - AXIS - lanes.length * LANE - 10;
  const [first = 0, last = 1] = [values[0], values.at(-1)];
  const step = (right - left) / Math.max(1, values.length - 1);
  const doubling = isDoubling(values);
  // Doubling against doubling; along even steps a proportion is a straight line.
  const log = doubling && isWide(low, high);
  const { at: x } = (doubling ? logScaleOf : scaleOf)(first, last, left, right);
  const { at: y } = (log ? logScaleOf : scaleOf)(low, high, bottom - 8, 16);
  const line = known.map(({ value, minTime }) => `${x(value)} ${y(approximately(minTime))}`);
  const every = labelledEvery(fitting(last, 9).length * LETTER + 12, step);
  return (
    <div
      ref={frame}
      className="sensitivity-frame ring-inside"
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
            <g key={at} className="time-axis" transform={down(y(approximately(time)))}>
              <line x1={left} x2={right} />
              <text x={left - 6} y={4} textAnchor="end">
                <title>{count(time, 'tick')}</title>
                {fitting(approximately(time), 11)}
              </text>
            </g>
          ))}
          <text className="chart-label" x={left - 6} y={bottom / 2 + 8} textAnchor="end">
            {log ? 'ticks, log' : 'ticks'}
          </text>
          <polyline className="sensitivity-line" points={line.join(' ')} />
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
            <g key={lane} transform={down(bottom + 10 + at * LANE)}>
              <text className="sensitivity-lane" x={left - 14} y={13} textAnchor="end">
                {lane}
              </text>
              <line className="sensitivity-track" x1={left} x2={right} y1={9} y2={9} />
              {points.map(({ value, optima }) =>
                optima.some((one) => configurationsInWords([one]) === lane) ? (
                  <rect
                    key={value}
                    className="sensitivity-best"
                    x={x(value) - Math.max(1.5, Math.min(6, step / 2))}
                    y={4}
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
                  {at === 0 ? `${constant} ${fitting(value, 9)}` : fitting(value, 9)}
                </text>
              </g>
            ) : null,
          )}
        </svg>
      )}
    </div>
  );
}

const down = (pixels: number): string => `translate(0 ${pixels})`;
