import { groupedBy } from '../base/grouped.ts';
import type { WarpAccess } from '../device/index.ts';
import type { CostHint } from './cost-hints.ts';

/** A warp's access in words: `local, 8-way bank conflict`. */
export function lanesInWords({ memory, lanes, degree, lines }: WarpAccess): string {
  if (lanes === undefined) return `${memory}, addresses not derived`;
  if (degree !== undefined)
    return degree > 1
      ? `${memory}, ${Math.round(degree)}-way bank conflict`
      : `${memory}, no conflict`;
  return `${memory}, ${lines === 1 ? '1 line' : `${lines ?? 0} lines`}`;
}

/** A hint per access in the device semantics, from the first warp to get there. */
export function deviceHints(accesses: readonly WarpAccess[]): readonly CostHint[] {
  const places = groupedBy(accesses, ({ span }) => `${span.start} ${span.end}`);
  return [...places.values()].flatMap((place): CostHint[] => {
    const [first] = place;
    if (!first) return [];
    const words = [...new Set(place.map(lanesInWords))];
    return [
      {
        span: first.span,
        label: words.join('; '),
        what: [...new Set(place.map(({ kind, name }) => `${kind} of ${name}`))].join(', '),
        source: portInWords(first),
      },
    ];
  });
}

function portInWords({ memory, cycles, lanes }: WarpAccess): string {
  const port = memory === 'local' ? 'The port of local memory' : 'The port of the first cache';
  const taken = `${port} is taken for ${cycles === 1 ? '1 cycle' : `${Math.round(cycles * 100) / 100} cycles`}`;
  if (lanes === undefined) return `${taken}: lanes are taken to be far from each other.`;
  const idle = lanes.filter((address) => address === undefined).length;
  return `${taken} by the ${lanes.length - idle} lanes of a warp that take part.`;
}
