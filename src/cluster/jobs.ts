import type { Plan } from './plan.ts';

/** What the largest shard of a plan asks of a machine. */
interface JobSize {
  readonly shards: number;
  readonly memoryMB: number;
  /** Of one shard, at most. */
  readonly seconds: number;
}

export function jobSize({ shards, searches }: Pick<Plan, 'shards' | 'searches'>): JobSize {
  const perShard = new Map<number, number>();
  for (const { shard } of searches) perShard.set(shard, (perShard.get(shard) ?? 0) + 1);
  const most = (numbers: readonly number[]): number =>
    numbers.reduce((least, each) => Math.max(least, each), 1);
  return {
    shards: shards.length,
    memoryMB: most(shards.map(({ memoryMB }) => memoryMB)),
    seconds: most(shards.map(({ shard, seconds }) => seconds * (perShard.get(shard) ?? 1))),
  };
}

/** MB beside what pan counts itself: its code, the shell and awk. */
const BESIDE = 256;
/** Tasks of an array that most clusters allow: as Slurm comes, indices end at 1000. */
const MOST_TASKS = 1000;
/** Shards of a task, so that each is worth its start, and how many of them at once. */
const PER_TASK = 4;
const AT_ONCE = 2;

/** `2:00:00`, as Slurm has it; a day at most, for longer queues have names of their own. */
function slurmTime(seconds: number): string {
  const minutes = Math.min(24 * 60, Math.max(10, Math.ceil(seconds / 60)));
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}:00`;
}

/** A job array of Slurm, each task of which has GNU parallel make some shards. */
export function slurmJob({ shards, memoryMB, seconds }: JobSize): string {
  const per = Math.max(PER_TASK, Math.ceil(shards / MOST_TASKS));
  return `#!/bin/sh
# sbatch job.slurm: all shards, ${per} a task. Submit it in this folder, after make, on a file system that the
# nodes share. What was done before is not done again, so that it can be submitted as often as needed.
#SBATCH --job-name=overtime
#SBATCH --array=1-${Math.ceil(shards / per)}
#SBATCH --cpus-per-task=${AT_ONCE}
#SBATCH --mem=${AT_ONCE * (memoryMB + BESIDE)}M
#SBATCH --time=${slurmTime((seconds * per) / AT_ONCE)}
#SBATCH --output=slurm-%a.log
cd "\${SLURM_SUBMIT_DIR:-.}" || exit 2
first=$(((SLURM_ARRAY_TASK_ID - 1) * ${per} + 1))
last=$((first + ${per - 1}))
[ "$last" -le ${shards} ] || last=${shards}
if command -v parallel >/dev/null 2>&1; then
  seq "$first" "$last" | parallel --will-cite -j ${AT_ONCE} ./run-shard {}
else
  status=0
  while [ "$first" -le "$last" ]; do
    ./run-shard "$first" || status=1
    first=$((first + 1))
  done
  exit "$status"
fi
`;
}

/** All shards on one machine, or on several that are reached by ssh. */
export const parallelScript = ({ shards, memoryMB }: JobSize): string => `#!/bin/sh
# parallel.sh [OPTIONS OF GNU PARALLEL]: all shards, as many at once as there are processors and as memory
# allows. On further machines with the same folder: ./parallel.sh --sshlogin one,two --workdir "$(pwd)"
cd "$(dirname "$0")" || exit 2
command -v parallel >/dev/null 2>&1 || {
  echo "parallel.sh: there is no GNU parallel; without it: for n in $(seq 1 ${shards} | head -n 3 | tr '\\n' ' ')...; do ./run-shard \\$n; done" >&2
  exit 2
}
make || exit 2
seq 1 ${shards} | parallel --will-cite --memfree ${memoryMB}M "$@" ./run-shard {}
`;

/** An indexed job of Kubernetes, on a volume that holds the folder. */
export const kubernetesJob = ({
  shards,
  memoryMB,
  seconds,
}: JobSize): string => `# kubectl apply -f job.yaml: a pod for each shard. The folder lies on the volume claim "overtime", which several
# nodes can write to, and make was run there, in the same image.
apiVersion: batch/v1
kind: Job
metadata:
  name: overtime
spec:
  completionMode: Indexed
  completions: ${shards}
  parallelism: ${Math.min(shards, 16)}
  backoffLimit: ${Math.max(6, shards)}
  template:
    spec:
      restartPolicy: Never
      containers:
        - name: shard
          image: gcc:14
          workingDir: /bundle
          command: ["sh", "-c", "exec ./run-shard $((JOB_COMPLETION_INDEX + 1))"]
          resources:
            requests:
              cpu: "1"
              memory: ${memoryMB + BESIDE}Mi
            limits:
              memory: ${memoryMB + BESIDE}Mi
          volumeMounts:
            - name: bundle
              mountPath: /bundle
      volumes:
        - name: bundle
          persistentVolumeClaim:
            claimName: overtime
  # A shard that hangs is given up, and can be started again.
  activeDeadlineSeconds: ${Math.min(2 ** 31 - 1, Math.max(3600, seconds * Math.ceil(shards / 16)))}
`;
