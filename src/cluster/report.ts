import { sha256 } from '../base/digest.ts';
import { Failure } from '../base/failure.ts';
import { type PackedTrail, packTrail, trailOfClaim } from '../base/packed-trail.ts';
import { parseTicks, type Ticks } from '../base/ticks.ts';
import { finishesIn } from '../checker/found-paths.ts';
import { faultIn } from '../checker/outcome.ts';
import { parsePanReport } from '../spin/pan-output.ts';
import {
  type Fault,
  figuresOf,
  type Finish,
  type SearchProgress,
  type Trail,
} from '../tuning/index.ts';

/** What one search of a shard came to. */
export interface SearchOutcome extends SearchProgress {
  /** Its number in the plan. */
  readonly search: number;
  readonly bound: Ticks;
  readonly finishes: readonly Finish[];
  /** Everything was looked at. */
  readonly isExhausted: boolean;
  /** What kept it from that. */
  readonly why?: string;
  readonly isDeadlock: boolean;
  readonly fault?: Fault | undefined;
  readonly isBitstate: boolean;
  /** Of the best run that it found, or of that which stops. */
  readonly trail?: Trail | undefined;
}

/** A report of a shard. */
export interface ShardReport {
  /** The file that it stands in. */
  readonly name: string;
  readonly shard: number;
  readonly host: string;
  /** Hashes of what was run. */
  readonly model: string;
  readonly plan: string;
  readonly searches: readonly SearchOutcome[];
  /** Trails that were looked for by themselves. */
  readonly trails: readonly Trail[];
}

type Read =
  | { readonly ok: true; readonly report: ShardReport }
  | { readonly ok: false; readonly shard?: number; readonly message: string };

/** Reads a report, which may be anything: the script writes it, but it has been on other machines.
 * @param name of its file.
 * @param hasClaim its trails end with the claim of a tuning: those of any Promela model do, those of kernels do not. */
export async function readReport(name: string, text: string, hasClaim: boolean): Promise<Read> {
  const shard = Number(/^@shard (\d{1,9})$/m.exec(text.slice(0, 1000))?.[1] ?? Number.NaN);
  const fail = (message: string): Read => ({
    ...{ ok: false, message: `${name} ${message}` },
    ...(Number.isInteger(shard) && { shard }),
  });
  const version = /^@report (\d+)\n/.exec(text)?.[1];
  if (version === undefined) return fail('is no report of a shard.');
  if (version !== '1') return fail('was written by a later version of Overtime.');
  const end = /^@end ([0-9a-f]{64})\n?$/m.exec(text.slice(text.lastIndexOf('\n@end ') + 1));
  if (!end) return fail('ends early: it was cut when it was copied, or the disk was full.');
  const body = text.slice(0, text.lastIndexOf('\n@end ') + 1);
  if ((await sha256(body)) !== end[1]) return fail('was changed: it is not what its shard wrote.');
  const field = (key: string): string =>
    new RegExp(`^@${key} (.{1,200})$`, 'm').exec(body.slice(0, 2000))?.[1] ?? '';
  const searches: SearchOutcome[] = [];
  const trails: Trail[] = [];
  for (const part of partsOf(body, hasClaim ? trailOfClaim : (packed) => packed)) {
    if (part.trail && !part.head) trails.push(part.trail);
    if (!part.head) continue;
    const read = outcomeOfSearch(part.head, part.lines, part.trail);
    if (typeof read === 'string') return fail(`cannot be read: ${read}`);
    searches.push(read);
  }
  const about = { name, shard, host: field('host'), model: field('model'), plan: field('plan') };
  return { ok: true, report: { ...about, searches, trails } };
}

interface Part {
  /** The line of a search; absent of a trail by itself. */
  readonly head?: string;
  readonly lines: readonly string[];
  readonly trail?: Trail;
}

/** A report in its parts: what each search printed, with the trail that follows it, and trails by themselves. */
function* partsOf(body: string, trimmed: (packed: PackedTrail) => PackedTrail): Generator<Part> {
  for (const piece of body.split(/^(?=@search )/m)) {
    const [own = '', ...trailTexts] = piece.split(/^@trail /m);
    const trails = trailTexts.map((text) => trailOf(text, trimmed));
    const isSearch = own.startsWith('@search ');
    const lines = own.split('\n');
    // The first trail behind a search is its own only where it was searched with the same words.
    const [head = ''] = isSearch ? lines : [];
    const bound = /^@search \d+ T=(-?\d+) /.exec(head)?.[1];
    const [first] = trails;
    const isOwn = first?.words.at(-1) === `T=${bound ?? ''}`;
    if (isSearch) yield { head, lines: lines.slice(1), ...(first && isOwn && { trail: first }) };
    for (const trail of isSearch && isOwn ? trails.slice(1) : trails) yield { lines: [], trail };
  }
}

function trailOf(text: string, trimmed: (packed: PackedTrail) => PackedTrail): Trail {
  const [words = ''] = text.split('\n', 1);
  const steps = text.slice(words.length + 1);
  return { words: words.split(' '), packed: trimmed(packed(steps)) };
}

const NO_STEPS = '-4:-4:-4\n';

/** A trail may have a hundred megabytes; what leads nowhere is found out when it is followed. */
const packed = (steps: string): PackedTrail =>
  packTrail(/[^\d:\n-]/.test(steps) || !steps.includes(':') ? NO_STEPS : steps);

/** What a search tells of configurations; nothing where a line cannot be read. */
function toldIn(output: readonly string[]) {
  try {
    return { fault: faultIn(output), finishes: finishesIn(output) };
  } catch (error) {
    if (error instanceof Failure) return undefined;
    throw error;
  }
}

const HEAD = /^@search (\d{1,9}) T=(-?\d{1,20}) /;

function outcomeOfSearch(
  head: string,
  lines: readonly string[],
  trail: Trail | undefined,
): SearchOutcome | string {
  const [, number = '', typed = ''] = HEAD.exec(head) ?? [];
  const bound = parseTicks(typed);
  if (bound === undefined) return `the line ${head.slice(0, 80)}`;
  const search = Number(number);
  const output = lines.filter((line) => line.startsWith('@f'));
  const told = toldIn(output);
  if (!told) return `a time that search ${search} tells`;
  const { fault, finishes } = told;
  const isCut = lines.includes('@cut');
  const known = { search, bound, finishes, ...(fault && { fault }), ...(trail && { trail }) };
  const nothing = { states: 0, transitions: 0, depth: 0, memoryMB: 0, seconds: 0 };
  const parsed = parsePanReport(lines);
  if (!parsed.ok)
    return {
      ...{ ...nothing, ...known, isExhausted: false, isDeadlock: false, isBitstate: false },
      why: lines.some((line) => /^pan: (?:out of memory|reached)/.test(line))
        ? 'ran out of memory'
        : fault
          ? 'met a configuration without a time'
          : `ended without a report (${parsed.reason})`,
    };
  const { report } = parsed;
  const seconds = Number(/^pan: elapsed time (\S+) seconds$/m.exec(lines.join('\n'))?.[1] ?? 0);
  const isDeadlock = report.problems.some(({ kind }) => kind === 'invalid-end-state');
  const why = report.outOfMemory
    ? 'ran out of memory'
    : report.depthTruncated
      ? 'was not deep enough'
      : !report.completed || isCut
        ? 'was cut off, by its time or by hand'
        : undefined;
  return {
    ...figuresOf({ ...report, seconds: Number.isFinite(seconds) ? seconds : 0 }),
    ...known,
    ...{ isDeadlock, isBitstate: report.search !== 'full' },
    isExhausted: report.exhaustive && !isCut,
    ...(why !== undefined && { why }),
  };
}
