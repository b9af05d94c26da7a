import { memo } from 'react';
import type { Stage } from '../../trace/index.ts';
import './strip.css';

interface Props {
  readonly stage: Stage;
  /** Place of the cursor. */
  readonly place: number;
}

/** Steps that there is room to letter. */
const MOST_LETTERS = 60;
/** Height of a lane, and of its bar. */
const LANE = 24;
const BAR = 16;
/** Lanes that are drawn at their full height. */
const MOST_TALL = 4;

/** The whole run, a lane for each item; the cursor stands after the step that was made. */
export function Strip({ stage, place }: Props) {
  const most = Math.max(1, stage.length);
  return (
    <div className="stage-strip" aria-hidden>
      <StripLanes stage={stage} />
      <div className="stage-cursor">
        <b style={{ left: `${(100 * place) / most}%` }} />
      </div>
    </div>
  );
}

const StripLanes = memo(function StripLanes({ stage }: Pick<Props, 'stage'>) {
  const { bars, items, length } = stage;
  const height = items.length > MOST_TALL ? 8 : LANE;
  const bar = items.length > MOST_TALL ? 6 : BAR;
  const isLettered = bars.length <= MOST_LETTERS && items.length <= MOST_TALL;
  const ways = new Map<string, string>();
  for (const { column, from, until, kind } of bars) {
    const top = column * height + (height - bar) / 2;
    const way = `M${from} ${top}h${until - from}v${bar}h${from - until}z`;
    ways.set(kind, `${ways.get(kind) ?? ''}${way}`);
  }
  return (
    <>
      <div className="stage-labels">
        {items.map(({ label }) => (
          <span key={label} style={{ height }}>
            {items.length <= MOST_TALL && <span className="token small">{label}</span>}
          </span>
        ))}
      </div>
      <div className="stage-ways">
        <svg
          viewBox={`0 0 ${Math.max(1, length)} ${items.length * height}`}
          height={items.length * height}
          preserveAspectRatio="none"
        >
          {[...ways].map(([kind, way]) => (
            <path key={kind} className={kind} d={way} />
          ))}
        </svg>
        {isLettered &&
          bars.map(({ column, from, until, letter }, at) => (
            <span
              key={at}
              style={{
                left: `${(50 * (from + until)) / length}%`,
                top: column * height + height / 2,
              }}
            >
              {letter}
            </span>
          ))}
      </div>
    </>
  );
});
