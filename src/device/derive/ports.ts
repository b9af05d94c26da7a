import type { Machine } from '../machine.ts';
import { SECTOR } from './compilers.ts';
import { type Lanes, linesTouched, localCycles, localTurns, runsOf, WORD } from './lanes.ts';
import type { Runs, Stride } from './runs.ts';
import type { Terms } from './terms.ts';
import type { Ports } from './traffic.ts';

/** A machine's ports, computed once per warp shape. Stores pass the first cache, sector by sector. On NVIDIA each half
 * of a warp that asks for 8 bytes a lane has its own lines, and each quarter for 16 (CUDA C Programming Guide, global
 * memory from compute capability 2.x on). */
export const portsOf = (machine: Machine, terms: Terms): Ports => ({
  ...portOfLines(machine, terms),
  passed: portOfLines(
    { ...machine, line: SECTOR, l1Width: Infinity, request: 0 },
    { ...terms, halves: false },
  ).global,
});

function portOfLines(machine: Machine, terms: Terms): Omit<Ports, 'passed'> {
  const { line, l1Width, lanes: width, compiler } = machine;
  const isSplit = terms.halves && compiler === 'predicates';
  const request = terms.requests ? machine.request : 0;
  const known = new Map<string, number>();
  const places = residuesOf(line);
  const once = (key: string | undefined, compute: () => number): number => {
    const found = key === undefined ? undefined : known.get(key);
    if (found !== undefined) return found;
    if (known.size > MOST_KNOWN) known.clear();
    const made = compute();
    if (key !== undefined) known.set(key, made);
    return made;
  };
  return {
    local: ({ key, lanes }, bytes, atomic) =>
      once(key && `${atomic ? 'a' : 'l'} ${bytes} ${key}`, () =>
        Math.max(
          request,
          atomic ? localTurns(machine, lanes()) : localCycles(machine, lanes(), bytes, terms.turns),
        ),
      ),
    global: ({ key, lanes }, first, bytes, offsets) => {
      // Inactive lanes still occupy the returned data.
      const parts = isSplit ? Math.max(1, bytes / WORD) : 1;
      const turns = (width * Math.max(WORD, bytes)) / l1Width / parts;
      let runs: readonly Runs[] | undefined;
      let start = 0;
      let sum = 0;
      for (const [residue, part] of places(first, offsets).entries())
        if (part > 0)
          sum +=
            part *
            once(key && `g ${bytes} ${residue} ${key}`, () => {
              if (runs === undefined) {
                const all = lanes();
                start = all[0] ?? 0;
                runs = inParts(all, width / parts).map((part) => runsOf(part, bytes));
              }
              const cycles = runs.reduce(
                (sum, some) => sum + Math.max(turns, linesTouched(line, some, residue - start)),
                0,
              );
              return Math.max(request, cycles);
            });
      return sum;
    },
    unknown: (isLocal, bytes) => {
      const lanes = Array.from({ length: width }, (_, lane) => scattered(lane) * bytes);
      return isLocal
        ? localCycles(machine, lanes, bytes, terms.turns)
        : Math.max(width, (width * Math.max(4, bytes)) / l1Width);
    },
  };
}

const MOST_KNOWN = 50_000;

/** Lanes in parts of so many, the last perhaps of fewer. */
const inParts = (lanes: Lanes, size: number): Lanes[] =>
  Array.from({ length: Math.ceil(lanes.length / size) }, (_, at) =>
    lanes.slice(at * size, (at + 1) * size),
  );

/** An address unrelated to other lanes'. */
const scattered = (lane: number): number => Math.imul(lane + 1, 0x9e3779b1) >>> 12;

/** Frequencies of positions within a line for lanes moving along strides. */
function residuesOf(line: number) {
  const known = new Map<string, Float64Array>();
  return (first: number, offsets: readonly Stride[]): Float64Array => {
    let key = `${mod(first, line)}`;
    for (const { step, count } of offsets) key += ` ${mod(step, line)} ${Math.min(count, line)}`;
    const found = known.get(key);
    if (found !== undefined) return found;
    if (known.size > MOST_KNOWN) known.clear();
    const made = residues(first, line, offsets);
    known.set(key, made);
    return made;
  };
}

function residues(first: number, line: number, offsets: readonly Stride[]): Float64Array {
  let parts: Float64Array = new Float64Array(line);
  parts[mod(first, line)] = 1;
  for (const { step, count } of offsets) {
    const by = mod(step, line);
    if (by === 0 || count <= 1) continue;
    const times = Math.min(count, line);
    const next = new Float64Array(line);
    for (let at = 0; at < line; at += 1) {
      const part = parts[at] ?? 0;
      if (part === 0) continue;
      for (let k = 0; k < times; k += 1) {
        const to = (at + k * by) % line;
        next[to] = (next[to] ?? 0) + part / times;
      }
    }
    parts = next;
  }
  return parts;
}

const mod = (value: number, by: number): number => ((value % by) + by) % by;
