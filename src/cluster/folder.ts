import { sha256 } from '../base/digest.ts';
import { Failure } from '../base/failure.ts';
import { SPIN_VERSION } from '../spin/spin-version.ts';
import { jobSize, kubernetesJob, parallelScript, slurmJob } from './jobs.ts';
import type { Searches } from './plan.ts';
import { planText, shardsIn } from './plan.ts';
import { readmeText } from './readme.ts';
import { RUN_SHARD } from './run-shard.ts';

/** A file of a bundle. */
export interface BundleFile {
  readonly name: string;
  readonly content: string | Uint8Array<ArrayBuffer>;
  readonly isExecutable?: boolean;
}

/** The ingredients of a bundle. */
export interface Bundle {
  /** Display name. */
  readonly title: string;
  readonly model: string;
  /** The question for the merge, and its file name. */
  readonly problem: { readonly name: string; readonly text: string };
  readonly searches: Searches;
  /** Compile-time directives of the verifier. */
  readonly defines: readonly string[];
  /** Tables that the verifier reads. */
  readonly programs?: Readonly<Record<string, Uint8Array<ArrayBuffer>>> | undefined;
  /** Known times: `584 WG=16 TS=4`. */
  readonly known: readonly string[];
  readonly overtime: string;
}

/** Bitstate with random order of transitions and processes. */
export const RANDOM_DEFINES = ['BITSTATE', 'T_RAND', 'P_RAND'];

async function hashOf(content: string | Uint8Array<ArrayBuffer>): Promise<string> {
  const hash = await sha256(content);
  if (hash !== undefined) return hash;
  throw new Failure(
    'worker',
    'This page came without encryption, where browsers compute no hashes.',
    'Open it by https or on localhost, or use the command line.',
  );
}

/** A bundle's files, ready to write. */
export async function bundleFiles(bundle: Bundle): Promise<readonly BundleFile[]> {
  const { model, problem, searches, programs = {}, known, overtime } = bundle;
  const tables = Object.entries(programs).map(([name, content]) => ({ name, content }));
  const further = [{ name: problem.name, content: problem.text }, ...tables];
  const hashes = await Promise.all(
    further.map(async ({ name, content }) => [name, await hashOf(content)] as const),
  );
  const plan = planText({
    overtime,
    model: await hashOf(model),
    files: Object.fromEntries(hashes),
    ...searches,
  });
  const size = jobSize(searches);
  return [
    { name: 'README.md', content: readmeText(bundle, size) },
    { name: 'Makefile', content: makefile(bundle) },
    { name: 'model.pml', content: model },
    ...further,
    { name: 'shards.json', content: plan },
    { name: 'run-shard', content: RUN_SHARD, isExecutable: true },
    { name: 'parallel.sh', content: parallelScript(size), isExecutable: true },
    { name: 'job.slurm', content: slurmJob(size), isExecutable: true },
    { name: 'job.yaml', content: kubernetesJob(size) },
    ...(known.length > 0 ? [{ name: 'bounds/0000', content: `${known.join('\n')}\n` }] : []),
  ];
}

/** Counts a bundle's shards. */
export function shardCount(files: readonly BundleFile[]): number {
  const plan = files.find(({ name }) => name === 'shards.json')?.content;
  return typeof plan === 'string' ? shardsIn(plan) : 0;
}

const makefile = ({ defines, searches: { kind } }: Bundle): string => {
  const flags = [...defines, ...(kind === 'swarm' ? RANDOM_DEFINES : [])];
  const pan = kind === 'swarm' ? 'pan-random' : 'pan';
  return `# Builds the verifier of model.pml by SPIN ${SPIN_VERSION} and a C compiler.
CC = gcc
SPIN = spin
CFLAGS = -O2 -w
DEFINES = ${flags.map((flag) => `-D${flag}`).join(' ')}
# make EXTRA=-DCOLLAPSE: half the memory and more, for about twice the time. Reports stay as good.
EXTRA =

${pan}: pan.c
	$(CC) $(CFLAGS) $(DEFINES) $(EXTRA) -o $@ pan.c -lm

pan.c: model.pml
	@$(SPIN) -V | grep -q 'Version ${SPIN_VERSION.replaceAll('.', '\\.')}' || { echo "This needs SPIN ${SPIN_VERSION}: trails and reports of others are not read" >&2; exit 2; }
	$(SPIN) -a model.pml

clean:
	rm -f pan pan-random pan.* model.pml.trail

again: clean
	rm -rf work reports bounds trails

.PHONY: clean again
`;
};
