import type { MemorySpace } from './message-words.ts';

/** Each memory space has a pattern beside its colour, so that the chart reads without colour. */
export const fillOf = (space: MemorySpace): string => `url(#fill-${space})`;

/** Patterns that the chart and its legend fill work with; once on the page, as their names are. */
export function ChartDefinitions() {
  return (
    <svg width={0} height={0} className="visually-hidden" aria-hidden="true">
      <defs>
        <pattern
          id="fill-global"
          width={5}
          height={5}
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(45)"
        >
          <rect width={5} height={5} className="space-global" />
          <line x1={0} x2={0} y1={0} y2={5} className="pattern-line" strokeWidth={2.4} />
        </pattern>
        <pattern id="fill-local" width={4} height={4} patternUnits="userSpaceOnUse">
          <rect width={4} height={4} className="space-local" />
          <circle cx={2} cy={2} r={0.9} className="pattern-dot" />
        </pattern>
        <pattern id="fill-private" width={4} height={4} patternUnits="userSpaceOnUse">
          <rect width={4} height={4} className="space-private" />
        </pattern>
      </defs>
    </svg>
  );
}
