import type { Plan } from './plan.ts';

/** Needs of the largest shard. */
interface JobSize {
  readonly shards: number;
  readonly memoryMB: number;
  /** Upper limit for one shard. */
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

/** MB besides pan's own count: code, shell, awk. */
const BESIDE = 256;
/** Slurm's default limit on array indices is 1000. */
const MOST_TASKS = 1000;
/** Shards per task, to be worth its start, and in parallel. */
const PER_TASK = 4;
const AT_ONCE = 2;

/** Slurm's `2:00:00`, at most a day: longer queues have other names. */
function slurmTime(seconds: number): string {
  const minutes = Math.min(24 * 60, Math.max(10, Math.ceil(seconds / 60)));
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}:00`;
}

/** A Slurm job array whose tasks run shards by GNU parallel. */
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

/** All shards on one machine, or on several over ssh. */
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

/** An indexed Kubernetes job on a shared volume. */
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
