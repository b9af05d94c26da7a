import { memo } from 'react';
import type { Stage, StageStep } from '../../trace/index.ts';
import './strip.css';

interface Props {
  readonly stage: Stage;
  readonly step: number;
}

/** Steps that there is room to letter. */
const MOST_LETTERS = 60;
/** Height of a lane, and of its bar. */
const LANE = 24;
const BAR = 16;
/** Lanes that are drawn at their full height. */
const MOST_TALL = 4;

const LETTERS: Readonly<Record<StageStep['deed'], string>> = {
  read: 'R',
  write: 'W',
  atomic: 'A',
  gate: '',
  other: '',
};

/** All steps of the run, a lane for each item; the cursor stands after the step that was made. */
export function Strip({ stage, step }: Props) {
  const most = Math.max(1, stage.steps.length);
  return (
    <div className="stage-strip" aria-hidden>
      <StripLanes stage={stage} />
      <div className="stage-cursor">
        <b style={{ left: `${(100 * (step + 1)) / most}%` }} />
      </div>
    </div>
  );
}

const StripLanes = memo(function StripLanes({ stage }: Pick<Props, 'stage'>) {
  const { steps, items, trace } = stage;
  const height = items.length > MOST_TALL ? 8 : LANE;
  const bar = items.length > MOST_TALL ? 6 : BAR;
  const isLettered = steps.length <= MOST_LETTERS && items.length <= MOST_TALL;
  const wrong = stage.stepOf[trace.wrong?.event ?? -1];
  const ways = new Map<string, string>();
  steps.forEach((each, at) => {
    if (each.column < 0) return;
    const kind = kindOf(stage, each, at === wrong);
    const top = each.column * height + (height - bar) / 2;
    const way = `M${at + 0.05} ${top}h0.9v${bar}h-0.9z`;
    ways.set(kind, `${ways.get(kind) ?? ''}${way}`);
  });
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
          viewBox={`0 0 ${Math.max(1, steps.length)} ${items.length * height}`}
          height={items.length * height}
          preserveAspectRatio="none"
        >
          {[...ways].map(([kind, way]) => (
            <path key={kind} className={kind} d={way} />
          ))}
        </svg>
        {isLettered &&
          steps.map((each, at) => (
            <span
              key={at}
              style={{
                left: `${(100 * (at + 0.5)) / steps.length}%`,
                top: each.column * height + height / 2,
              }}
            >
              {each.column < 0 ? '' : LETTERS[each.deed]}
            </span>
          ))}
      </div>
    </>
  );
});

/** Its colour: the memory's, or the gate's. */
function kindOf({ trace }: Stage, { deed, array }: StageStep, isWrong: boolean): string {
  if (isWrong) return 'wrong';
  if (deed === 'gate') return 'gate';
  return array === undefined ? 'other' : (trace.arrays[array]?.space ?? 'other');
}
