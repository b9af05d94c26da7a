import { SPIN_VERSION } from '../spin/spin-version.ts';
import type { Searches } from './plan.ts';

/** A bundle's README. */
export function readmeText(
  {
    title,
    searches,
    overtime,
  }: { readonly title: string; readonly searches: Searches; readonly overtime: string },
  { shards, memoryMB, seconds }: { shards: number; memoryMB: number; seconds: number },
): string {
  const isSwarm = searches.kind === 'swarm';
  const holds = searches.shards.reduce((sum, shard) => sum + shard.holds, 0);
  const what = isSwarm
    ? `${holds} random searches in ${shards} shards. Together they are a *sample*: the best that was found, and no proof that there is nothing better.`
    : `${holds} configurations in ${shards} shards, each configuration in exactly one. When all searches are exhausted they are a *proof*.`;
  return `# ${title}

Written by Overtime ${overtime}: ${what}

This folder needs SPIN ${SPIN_VERSION}, a C compiler, make and a POSIX shell; nothing of Overtime. A search takes at most ${memoryMB} MB and ${seconds} seconds a shard, as \`shards.json\` says; MEMORY (MB) and LIMIT (seconds of a search) before a command change it.

## Run

Build the verifier once, where it is to run:

    make

Then one of these:

    ./run-shard 1                    # one shard; there are ${shards}
    ./parallel.sh                    # all, by GNU parallel on this machine
    ./parallel.sh --sshlogin a,b --workdir "$(pwd)"   # and on others that have this folder
    sbatch job.slurm                 # all, as an array of Slurm
    kubectl apply -f job.yaml        # all, as an indexed job of Kubernetes; see the notes in it

Each can be repeated at any time: a shard that is done is not done again, one that was killed goes on after its last complete search, one that was cut off by memory, time or depth makes those searches again.${isSwarm ? '' : ' `make clean && make EXTRA=-DCOLLAPSE` takes less memory and more time.'}

Shards tell each other the best times through \`bounds/\`, where they share a file system. Where they do not, each has a copy of this folder, and all that has to come back is \`reports/\`.

## Merge

    npm run -s merge -- DIR --json

or drop this folder, or its archive (\`zip -r\` or \`tar czf\`, with \`shards.json\` and \`reports/\` at least as they are), on the page of Overtime. What is missing, double, of another model or cut off is named with the shards to run again; nothing is merged before it is complete.

## Files

- \`model.pml\`: the model; its numbers are words on the verifier's command line
- \`shards.json\`: each shard with its searches (options, words, values or seed), bound, memory and time
- \`reports/\`: what was found, one file a shard, with hashes of model and plan, and its trail
- \`bounds/\`, \`trails/\`, \`work/\`: what shards share, and what is half done; \`make again\` forgets it all
`;
}
