import { spawnSync } from 'node:child_process';
import { assert, integer, property } from 'fast-check';
import { Job } from 'kubernetes-models/batch/v1';
import { expect, it } from 'vitest';
import * as v from 'valibot';
import { parse } from 'yaml';
import { jobSize, kubernetesJob, parallelScript, slurmJob } from './jobs.ts';
import { RUNS } from '../testing/amounts.ts';

const runs = 10 * RUNS;

const sizeOf = (shards: number, seconds: number) =>
  jobSize({
    shards: Array.from({ length: shards }, (_, at) => ({
      shard: at + 1,
      holds: 1,
      effort: 1,
      memoryMB: 500,
      seconds,
    })),
    searches: [],
  });

const int32 = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(2 ** 31 - 1));
/** Stricter than Kubernetes's schema, which ignores unknown fields. */
const job = v.strictObject({
  apiVersion: v.literal('batch/v1'),
  kind: v.literal('Job'),
  metadata: v.strictObject({ name: v.pipe(v.string(), v.regex(/^[a-z0-9-]{1,63}$/)) }),
  spec: v.strictObject({
    completionMode: v.literal('Indexed'),
    completions: int32,
    parallelism: int32,
    backoffLimit: int32,
    activeDeadlineSeconds: int32,
    template: v.strictObject({
      spec: v.looseObject({
        restartPolicy: v.literal('Never'),
        containers: v.array(v.looseObject({ name: v.string() })),
      }),
    }),
  }),
});

it('writes jobs that their systems can read, of any size', () => {
  assert(
    property(
      integer({ min: 1, max: 5000 }),
      integer({ min: 1, max: 2_000_000 }),
      (shards, seconds) => {
        const size = sizeOf(shards, seconds);
        const written: unknown = parse(kubernetesJob(size));
        const { spec, ...others } = v.parse(job, written);
        new Job({ ...others, spec }).validate();
        expect(spec.completions).toBe(shards);
        const script = slurmJob(size);
        const [, tasks, per] = /--array=1-(\d+)[^]*- 1\) \* (\d+) \+ 1/.exec(script) ?? [];
        expect(Number(tasks)).toBeLessThanOrEqual(1000);
        expect(Number(tasks) * Number(per)).toBeGreaterThanOrEqual(shards);
        for (const input of [script, parallelScript(size)])
          expect(spawnSync('sh', ['-n'], { input, encoding: 'utf8' }).stderr).toBe('');
      },
    ),
    { numRuns: runs },
  );
});

it('is judged by the schema of Kubernetes', () => {
  const { spec, ...others } = v.parse(job, parse(kubernetesJob(sizeOf(3, 60))));
  const pod = { ...spec.template.spec, containers: [{ image: 'debian' }] };
  // @ts-expect-error A container without a name.
  const without = new Job({ ...others, spec: { ...spec, template: { spec: pod } } });
  expect(() => without.validate()).toThrow('name');
});
