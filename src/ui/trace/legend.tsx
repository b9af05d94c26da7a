import { fillOf } from './chart-definitions.tsx';
import type { MemorySpace } from './message-words.ts';

/** What the fills and arrows of the chart mean. */
export function Legend({ spaces }: { readonly spaces: readonly MemorySpace[] }) {
  return (
    <ul className="legend" aria-label="Legend">
      {spaces.map((space) => (
        <li key={space}>
          <svg width={14} height={12} aria-hidden="true" className="legend-swatch">
            <rect x={0.5} y={0.5} width={13} height={11} rx={2} fill={fillOf(space)} />
          </svg>
          {space}
        </li>
      ))}
    </ul>
  );
}
