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

/** A search's outcome. */
export interface SearchOutcome extends SearchProgress {
  /** Its number in the plan. */
  readonly search: number;
  readonly bound: Ticks;
  readonly finishes: readonly Finish[];
  /** Everything was looked at. */
  readonly isExhausted: boolean;
  /** The obstacle. */
  readonly why?: string;
  readonly isDeadlock: boolean;
  readonly fault?: Fault | undefined;
  readonly isBitstate: boolean;
  /** Trail of its best run, or of the deadlock. */
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

/** Reads an untrusted report from another machine.
 * @param name of its file.
 * @param hasClaim trails end with a tuning claim, as for any Promela model. */
export async function readReport(name: string, text: string, hasClaim: boolean): Promise<Read> {
  const shard = Number(/^@shard (\d{1,9})$/m.exec(text.slice(0, 1000))?.[1] ?? Number.NaN);
  const fail = (message: string): Read => ({
    ok: false,
    message: `${name} ${message}`,
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
  /** The search's line; absent for lone trails. */
  readonly head?: string;
  readonly lines: readonly string[];
  readonly trail?: Trail;
}

/** Splits a report into searches, with their trails, and lone trails. */
function* partsOf(body: string, trimmed: (packed: PackedTrail) => PackedTrail): Generator<Part> {
  for (const piece of body.split(/^(?=@search )/m)) {
    const [own = '', ...trailTexts] = piece.split(/^@trail /m);
    const trails = trailTexts.map((text) => trailOf(text, trimmed));
    const isSearch = own.startsWith('@search ');
    const lines = own.split('\n');
    // A following trail belongs to the search only if the words match.
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

/** Trails may have 100 MB; replay reveals bad ones. */
const packed = (steps: string): PackedTrail =>
  packTrail(/[^\d:\n-]/.test(steps) || !steps.includes(':') ? NO_STEPS : steps);

/** Configurations a search printed; undefined if unreadable. */
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
      ...nothing,
      ...known,
      isExhausted: false,
      isDeadlock: false,
      isBitstate: false,
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
    isDeadlock,
    isBitstate: report.search !== 'full',
    isExhausted: report.exhaustive && !isCut,
    ...(why !== undefined && { why }),
  };
}
