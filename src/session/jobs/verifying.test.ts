import { afterAll, expect, test, vi } from 'vitest';
import { createNodeToolchain } from '../../spin/node-toolchain.ts';
import { directValuesRunner, storageOf, world } from '../../testing/session.ts';
import { createSessionWith } from '../core.ts';
import type { SessionState } from '../state.ts';
import { jobOf } from './job.ts';
import { VALUE_TRACE, VERIFICATION } from './verification.ts';
import { outdatedJob } from '../outdated.ts';
import { subjectOf } from '../subject.ts';

const toolchain = await createNodeToolchain();
const generate = vi.spyOn(toolchain, 'generate');
const compile = vi.spyOn(toolchain, 'compile');
afterAll(() => toolchain.dispose());

/** Two places fail, one of them only with WG = 4. */
const TWO = `#pragma tuner param WG = pow2(2, size/4)
__kernel void two(__global const int *in, __global int *out, __local int *tile) {
  int lid = get_local_id(0);
  tile[lid] = in[get_global_id(0)];
#if WG == 4
  tile[lid + 1] = 0;
#endif
  out[get_global_id(0)] = tile[(lid + 1) % WG];
}
#pragma tuner local tile = WG
`;

/** A session after running a text's work-items. */
async function verified(text: string) {
  const storage = storageOf(new Map([['overtime.visited', 'yes']]));
  const session = createSessionWith(
    world({
      storage,
      toolchain: () => toolchain,
      valuesRunner: () => directValuesRunner,
      pause: () => Promise.resolve(),
    }),
  );
  const { store, commands } = session;
  const until = (holds: (state: SessionState) => boolean): Promise<SessionState> =>
    vi.waitUntil(() => (holds(store.getState()) ? store.getState() : undefined), {
      timeout: 30_000,
    });
  await until(({ derived }) => derived.kernelName !== undefined);
  commands.setKernelText(text);
  const verification = jobOf(
    await until(
      (state) =>
        jobOf(state, VERIFICATION).phase === 'ended' &&
        outdatedJob(VERIFICATION)(state) === undefined,
    ),
    VERIFICATION,
  );
  return { store, commands, until, findings: verification.verification?.findings ?? [] };
}

test('what a run has found is shown without SPIN, each finding in the configuration that has it', async () => {
  const { commands, until, findings } = await verified(TWO);
  expect(new Set(findings.map(({ configuration }) => configuration['WG']))).toEqual(
    new Set([2, 4]),
  );
  generate.mockClear();
  compile.mockClear();
  for (const [index, finding] of findings.entries()) {
    commands.showFinding(index);
    const valueTrace = jobOf(
      await until((state) => {
        const now = jobOf(state, VALUE_TRACE);
        return now.finding === finding && !['none', 'running'].includes(now.phase);
      }),
      VALUE_TRACE,
    );
    expect(valueTrace.message).toBeUndefined();
    const { trace } = valueTrace;
    expect(trace?.configuration['WG']).toBe(finding.configuration['WG']);
    const places = [finding.span, ...(finding.related ?? []).map(({ span }) => span)];
    const wrong = trace?.events[trace.wrong?.event ?? -1];
    expect(places.map(({ start }) => start)).toContain(wrong?.span.start);
  }
  expect(generate).not.toHaveBeenCalled();
  expect(compile).not.toHaveBeenCalled();
});

test('what runs unasked is no check under way, and one that is asked for is', async () => {
  const { store, commands, until } = await verified(TWO);
  const seen = new Set<string>();
  store.subscribe((state) => {
    const { phase, searched } = jobOf(state, VERIFICATION);
    if (phase !== 'running') return;
    seen.add(`${searched ? 'asked' : 'unasked'} ${subjectOf(state).isVerifying(state)}`);
  });
  commands.setKernelText(`${TWO}\n`);
  await until(() => seen.size > 0);
  expect([...seen]).toEqual(['unasked false']);
  commands.verify();
  await until(() => seen.size > 1);
  expect([...seen]).toEqual(['unasked false', 'asked true']);
  commands.cancelJob(VERIFICATION);
});

test('an answer is asked anew when a constant changes that parameters depend on', async () => {
  const { commands, until, findings } = await verified(TWO.replace('size/4', 'NP'));
  expect(findings.map(({ configuration }) => configuration['WG'])).toContain(4);
  commands.setConstant('NP', '2');
  const verification = jobOf(
    await until(
      (state) =>
        jobOf(state, VERIFICATION).phase === 'ended' && jobOf(state, VERIFICATION).total === 1,
    ),
    VERIFICATION,
  );
  expect(verification.verification?.configurations.map(({ values }) => values)).toEqual([
    { WG: 2 },
  ]);
  // An answer holds for its constants, and again once they return.
  commands.setConstant('NP', '4');
  const again = jobOf(await until((state) => jobOf(state, VERIFICATION).total === 2), VERIFICATION);
  expect(again.verification?.findings).toEqual(findings);
});

const LAUNCHES = `__global__ void fill(int *a, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; a[i] = n; }
__global__ void shift(int *a, int *b) { int i = threadIdx.x; b[a[i]] = i; }
int main() {
  int *a, *b;
  cudaMalloc(&a, 64 * sizeof(int));
  cudaMalloc(&b, 64 * sizeof(int));
  fill<<<2, 32>>>(a, 3);
  fill<<<3, 32>>>(a, 3);
  shift<<<1, 32>>>(a, b);
}`;

test('one of several launches is chosen, or all are verified in their order', async () => {
  const { commands, until, findings } = await verified(LAUNCHES);
  const asked = async (launch: 'all' | 'usual' | number) => {
    commands.setLaunch(launch);
    const state = await until(
      (now) =>
        jobOf(now, VERIFICATION).phase === 'ended' &&
        outdatedJob(VERIFICATION)(now) === undefined &&
        jobOf(now, VERIFICATION).launch === launch,
    );
    return jobOf(state, VERIFICATION);
  };
  // The kernel's other launch is looked at in any case.
  expect(findings.map(({ message }) => message)).toEqual([
    expect.stringContaining('This is launch 2 of 2 in line 8'),
  ]);
  const all = await asked('all');
  expect(all.launches?.map(({ kernel }) => kernel)).toEqual(['fill', 'fill', 'shift']);
  expect(all.verification?.status).toBe('wrong');
  const index = all.verification?.findings.findIndex(({ kind }) => kind === 'bounds') ?? -1;
  expect(all.verification?.findings[index]?.message).toContain('This is launch 2 of 3');
  commands.showFinding(index);
  const { trace } = jobOf(
    await until((state) => !['none', 'running'].includes(jobOf(state, VALUE_TRACE).phase)),
    VALUE_TRACE,
  );
  expect(trace).toBeDefined();
  const [, second] = all.launches ?? [];
  expect((await asked(second?.number ?? 0)).verification?.status).toBe('wrong');
  expect((await asked(all.launches?.[0]?.number ?? 0)).verification?.status).toBe('right');
  expect((await asked('usual')).verification?.findings).toEqual(findings);
});
