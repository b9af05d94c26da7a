import { useEffect, useMemo, useRef } from 'react';
import type { Automaton, Place } from '../../trace/index.ts';
import type { Point } from '../drawing/brush.ts';
import { placed, type PlacedState } from './automaton-layout.ts';
import './automaton.css';

interface Props {
  readonly automaton: Automaton;
  /** The processes that are at a state now: their names by state. */
  readonly here: ReadonlyMap<number, readonly string[]>;
  /** The transition that was taken last, by the process at the cursor. */
  readonly taken?: Place['transition'];
  /** Told the line of a transition that is pressed. */
  readonly onLine: (line: number) => void;
}

const LABEL_WORDS = { end: 'may end', accept: 'acceptance', progress: 'progress' } as const;

/** An automaton: states as boxes, statements on the lines, and where processes are. */
export default function AutomatonGraph({ automaton, here, taken, onLine }: Props) {
  const { name, isClaim, states, transitions } = automaton;
  const layout = useMemo(() => placed(automaton), [automaton]);
  const frame = useRef<HTMLDivElement>(null);
  const current = [...here.keys()].join();
  useEffect(() => {
    // Keeps the marked state in view.
    const node = frame.current;
    const [first] = layout.states.filter(({ id }) => here.has(id));
    if (!node || !first) return;
    const isSeen =
      first.y > node.scrollTop + 10 &&
      first.y < node.scrollTop + node.clientHeight - 20 &&
      first.x > node.scrollLeft &&
      first.x < node.scrollLeft + node.clientWidth;
    if (isSeen) return;
    node.scrollTop = first.y - node.clientHeight / 2;
    node.scrollLeft = first.x - node.clientWidth / 2;
  }, [current, here, layout]);
  const title = `${isClaim ? 'Claim' : 'Process'} ${name}`;
  const told = [...here].map(([state, who]) => `${who.join(', ')} at state ${state}`).join('; ');
  return (
    <div
      ref={frame}
      className="automaton ring-inside"
      tabIndex={0}
      role="group"
      aria-label={`${title}: ${states.length} states`}
    >
      <p className="visually-hidden">{told === '' ? 'Nobody is here now.' : told}</p>
      <svg
        width={layout.width}
        height={layout.height}
        viewBox={`0 0 ${layout.width} ${layout.height}`}
        role="img"
        aria-label={`${title}, ${told === '' ? 'nobody is here now' : told}`}
      >
        <defs>
          <marker
            id="automaton-head"
            viewBox="0 0 8 8"
            refX="7"
            refY="4"
            markerUnits="userSpaceOnUse"
            markerWidth="8"
            markerHeight="8"
            orient="auto-start-reverse"
          >
            <path d="M0 0 8 4 0 8z" className="automaton-head" />
          </marker>
        </defs>
        {layout.transitions.map(({ index, points, label, words, reach }) => {
          const { line = 0, statement = '', from } = transitions[index] ?? {};
          const own = layout.states.find(({ id }) => id === from);
          return (
            <g
              key={index}
              className={index === taken ? 'automaton-move taken' : 'automaton-move'}
              onClick={() => line > 0 && onLine(line)}
            >
              <title>{line > 0 ? `${statement} (line ${line})` : statement}</title>
              <path
                d={own && reach !== undefined ? bow(own, reach) : curve(points)}
                markerEnd="url(#automaton-head)"
              />
              <text x={label.x} y={label.y + 4}>
                {words}
              </text>
            </g>
          );
        })}
        {layout.states.map(({ id, x, y, width, height }) => {
          const state = states.find((each) => each.id === id);
          const who = here.get(id);
          const kinds = state?.labels ?? [];
          const words = [
            `state ${id}`,
            ...(state && state.line > 0 ? [`line ${state.line}`] : []),
            ...(state?.isStart === true ? ['begins here'] : []),
            ...kinds.map((kind) => LABEL_WORDS[kind]),
            ...(who ?? []),
          ];
          return (
            <g
              key={id}
              className={['automaton-state', ...kinds, ...(who ? ['here'] : [])].join(' ')}
              data-testid={who ? 'automaton-here' : undefined}
              data-state={id}
            >
              <title>{words.join(', ')}</title>
              {state?.isStart === true && (
                <path
                  d={`M${x - width / 2 - 16} ${y}h14`}
                  className="automaton-start"
                  markerEnd="url(#automaton-head)"
                />
              )}
              {kinds.includes('accept') && (
                <rect
                  x={x - width / 2 - 3}
                  y={y - height / 2 - 3}
                  width={width + 6}
                  height={height + 6}
                  rx={15}
                />
              )}
              <rect
                x={x - width / 2}
                y={y - height / 2}
                width={width}
                height={height}
                rx={kinds.includes('end') ? 3 : 13}
              />
              <text x={x} y={y + 5}>
                {id}
              </text>
            </g>
          );
        })}
      </svg>
    </div>
  );
}

/** A line from a state back to it, on its right. */
function bow({ x, y, width }: PlacedState, reach: number): string {
  const right = x + width / 2;
  const around = right + (reach - right) * 1.3;
  return `M${right - 4} ${y - 8}C${around} ${y - 40} ${around} ${y + 40} ${right - 3} ${y + 8}`;
}

/** A line through points that bends where they do. */
function curve(points: readonly Point[]): string {
  const [first, ...rest] = points;
  if (!first) return '';
  const parts = rest.map(({ x, y }, at) => {
    const next = rest[at + 1];
    // Through the middles between the points, so that it has no corners.
    return next ? `Q${x} ${y} ${(x + next.x) / 2} ${(y + next.y) / 2}` : `L${x} ${y}`;
  });
  return `M${first.x} ${first.y}${parts.join('')}`;
}
