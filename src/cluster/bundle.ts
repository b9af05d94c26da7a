import { groupedBy } from '../base/grouped.ts';
import { sha256 } from '../base/digest.ts';
import { type Plan, readPlan, type ShardSearch } from './plan.ts';
import { QUESTION_FILES } from './question.ts';
import { readReport, type SearchOutcome, type ShardReport } from './report.ts';

/** Files by path. */
export type Files = ReadonlyMap<string, Uint8Array<ArrayBuffer>>;

/** A search with what it came to. */
export interface Made {
  readonly asked: ShardSearch;
  readonly outcome: SearchOutcome;
}

/** A folder that came back. */
export interface ReadBundle {
  readonly plan: Plan;
  readonly model: string;
  /** The question, as exported. */
  readonly problem: { readonly of: keyof typeof QUESTION_FILES; readonly text: string };
  readonly reports: readonly ShardReport[];
  readonly made: readonly Made[];
  /** Faults in sentences; empty if complete. */
  readonly faults: readonly string[];
  /** Shards to run again, ascending. */
  readonly again: readonly number[];
}

export type Bundled =
  | { readonly ok: true; readonly bundle: ReadBundle }
  | { readonly ok: false; readonly message: string };

const refused = (message: string): Bundled => ({ ok: false, message });
const REPORT_FILE = /(?:^|\/)reports\/([^/]+\.report)$/;
const PLAN_FILE = /(?:^|\/)shards\.json$/;

/** Reads an untrusted folder. */
export async function readBundle(files: Files): Promise<Bundled> {
  const plans = [...files.keys()].filter((path) => PLAN_FILE.test(path));
  const [path] = plans;
  if (path === undefined)
    return refused('There is no shards.json: this is no folder of an export.');
  if (plans.length > 1)
    return refused(`There are several folders of exports: ${plans.join(', ')}.`);
  const root = path.slice(0, -'shards.json'.length);
  const textOf = (name: string): string | undefined => {
    const bytes = files.get(root + name);
    return bytes && new TextDecoder().decode(bytes);
  };
  const text = textOf('shards.json') ?? '';
  const read = readPlan(text);
  if (!read.ok) return read;
  const { plan } = read;
  const planHash = await sha256(text);
  if (planHash === undefined)
    return refused(
      'This page came without encryption, where browsers compute no hashes: open it by https, or merge on the command line.',
    );
  for (const [name, hash] of [['model.pml', plan.model], ...Object.entries(plan.files)] as const) {
    const bytes = files.get(root + name);
    if (!bytes) return refused(`${name} is missing: bring the whole folder.`);
    if ((await sha256(bytes)) !== hash)
      return refused(`${name} is not the one that was exported: its hash is another.`);
  }
  const of = isOfAnyModel(plan) ? 'model' : 'kernel';
  if (plan.files[QUESTION_FILES[of]] === undefined) return refused('shards.json names no problem.');
  const searched = await readReports(files, root, plan, planHash);
  const problem = { of, text: textOf(QUESTION_FILES[of]) ?? '' } as const;
  return { ok: true, bundle: { plan, model: textOf('model.pml') ?? '', problem, ...searched } };
}

/** A folder of any Promela model, not of a kernel. */
const isOfAnyModel = ({ files }: Plan): boolean => files[QUESTION_FILES.model] !== undefined;

/** The reports of a folder, held against its plan. */
async function readReports(
  files: Files,
  root: string,
  plan: Plan,
  planHash: string,
): Promise<Pick<ReadBundle, 'reports' | 'made' | 'faults' | 'again'>> {
  const faults: string[] = [];
  const again = new Set<number>();
  const reports = new Map<number, ShardReport>();
  const shards = new Set(plan.shards.map(({ shard }) => shard));
  const asked = groupedBy(plan.searches, ({ shard }) => shard);
  for (const [path, bytes] of files) {
    const name = path.startsWith(root) ? REPORT_FILE.exec(path)?.[1] : undefined;
    if (name === undefined) continue;
    const read = await readReport(name, new TextDecoder().decode(bytes), isOfAnyModel(plan));
    if (!read.ok) {
      faults.push(read.message);
      if (read.shard !== undefined && shards.has(read.shard)) again.add(read.shard);
      continue;
    }
    const { report } = read;
    const { shard } = report;
    const before = reports.get(shard);
    if (!shards.has(shard))
      faults.push(`${name} is of shard ${shard}, which shards.json does not have.`);
    else if (report.model !== plan.model || report.plan !== planHash) {
      const what = report.model === plan.model ? 'another shards.json' : 'another model';
      faults.push(`${name} is a report of ${what}: its hash does not match.`);
      again.add(shard);
    } else if (before)
      faults.push(
        `Shard ${shard} is reported twice, in ${before.name} and ${name}: take one away.`,
      );
    else reports.set(shard, report);
  }
  const made: Made[] = [];
  for (const { shard } of plan.shards) {
    const report = reports.get(shard);
    if (!report) {
      again.add(shard);
      continue;
    }
    const problem = searchesOf(plan, asked.get(shard) ?? [], report, made);
    if (problem === undefined) continue;
    faults.push(`Shard ${shard}: ${problem}`);
    again.add(shard);
  }
  const missing = plan.shards.filter(({ shard }) => !reports.has(shard)).length;
  if (missing > 0)
    faults.push(`${missing} of ${plan.shards.length} shards have no report that counts.`);
  return {
    reports: [...reports.values()],
    made,
    faults,
    again: [...again].toSorted((one, other) => one - other),
  };
}

/** Compares a report's searches with the plan. */
function searchesOf(
  plan: Plan,
  asked: readonly ShardSearch[],
  report: ShardReport,
  made: Made[],
): string | undefined {
  const outcomes = groupedBy(report.searches, ({ search }) => search);
  let problem: string | undefined;
  for (const one of asked) {
    const [outcome, second] = outcomes.get(one.search) ?? [];
    if (!outcome || second) {
      problem = `search ${one.search} is ${second ? 'there twice' : 'missing'} in ${report.name}.`;
      continue;
    }
    made.push({ asked: one, outcome });
    const isEnough =
      plan.kind === 'swarm' ||
      outcome.fault !== undefined ||
      outcome.isExhausted ||
      // A search for a deadlock ends once it has one.
      (one.purpose === 'deadlock' && outcome.isDeadlock) ||
      // Its finds bound the search behind it, which decides.
      one.purpose === 'over-time';
    if (!isEnough)
      problem = `search ${one.search} ${outcome.why ?? (outcome.isBitstate ? 'may have missed states: it was built with -DBITSTATE' : 'was not exhausted')}.`;
  }
  const own = new Set(asked.map(({ search }) => search));
  const strange = report.searches.find(({ search }) => !own.has(search));
  return strange ? `${report.name} has a search ${strange.search} that is not its own.` : problem;
}
