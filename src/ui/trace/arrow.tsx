interface Props {
  /** `go`, `done`, `stop`, `tick`, `wait` */
  readonly message: string;
  /** Where the lifelines of the two processes are, in CSS pixels. */
  readonly from: number;
  readonly to: number;
  readonly y: number;
  /** Half the width of a bar: arrows end at the edge of the lifeline's bar. */
  readonly half: number;
  readonly now: boolean;
}

const KNOWN = new Set(['go', 'done', 'stop', 'tick', 'wait']);

/** A message. Orders (`go`, `tick`, `stop`) have filled heads, answers (`done`, `wait`) open ones; each
 * kind has its own colour and dashes. */
export function Arrow({ message, from, to, y, half, now }: Props) {
  const kind = KNOWN.has(message) ? message : 'go';
  const direction = to >= from ? 1 : -1;
  const start = from + direction * half;
  const end = to - direction * half;
  const open = kind === 'done' || kind === 'wait';
  const head = `M${end - direction * 7} ${y - 4}L${end} ${y}L${end - direction * 7} ${y + 4}`;
  // The name stands near its sender, where no other arrow of the row can be.
  const label = start + direction * 6;
  return (
    <g className={`message message-${kind}${now ? ' now' : ''}`}>
      <line x1={start} x2={open ? end : end - direction * 4} y1={y} y2={y} />
      <path d={open ? head : `${head}Z`} className={open ? 'head-open' : 'head-filled'} />
      <text x={label} y={y - 3} textAnchor={direction > 0 ? 'start' : 'end'}>
        {message}
      </text>
      {now && (
        // Drawn anew for each step, so that its animation starts over.
        <circle
          key={`${from} ${to} ${y}`}
          className="traveller"
          cx={start}
          cy={y}
          r={4}
          style={{ '--way': `${end - start}px` } as Record<string, string>}
        />
      )}
    </g>
  );
}
