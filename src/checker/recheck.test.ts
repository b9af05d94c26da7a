import { afterAll, describe, expect, it } from 'vitest';
import { checkNatively, hasTool } from '../../cli/native-check.ts';
import { packTrail } from '../base/packed-trail.ts';
import { createNodeToolchain } from '../spin/node-toolchain.ts';
import { exampleText, finish, kernelOf, platform, problemOf } from '../testing/engine.ts';
import { type MethodId, METHODS, type Trail, type TuningEvent } from '../tuning/index.ts';
import { nativeCheck } from './evidence.ts';
import { ModelChecker } from './model-checker.ts';
import { type Claim, recheck } from './recheck.ts';
import { allHold, type Check } from './recheck-check.ts';
import { kernelTime } from './subject.ts';

const toolchain = await createNodeToolchain();
afterAll(() => toolchain.dispose());

const HASH: unknown = expect.stringMatching(/^[\da-f]{64}$/);

const { signal } = new AbortController();

/** The claim from running an example. */
async function claimOf(example: string, method: MethodId, setting = {}) {
  const problem = problemOf({
    semantics: 'published',
    level: 'baton',
    constants: platform({ size: 16 }),
    kernel: kernelOf(exampleText(example), 'machine'),
    ...setting,
  });
  const checker = new ModelChecker(toolchain, problem, { memoryMB: 1024 });
  const strategy = METHODS.find(({ id }) => id === method)?.strategy;
  if (!strategy) throw new Error(method);
  const { events, result } = await finish(strategy, checker);
  const runs = events
    .filter((event): event is Extract<TuningEvent, { type: 'run' }> => event.type === 'run')
    .map(({ run }) => run);
  const evidence = await checker.evidence(result, runs, '1.0.0');
  const times = events.flatMap((event) => (event.type === 'configurations' ? event.results : []));
  return { problem, checker, evidence, claim: { result, evidence, runs, times } };
}

async function checked(
  { problem, checker }: Pick<Awaited<ReturnType<typeof claimOf>>, 'problem' | 'checker'>,
  claim: Claim,
): Promise<Check[]> {
  const checks: Check[] = [];
  for await (const one of recheck(kernelTime(problem), claim, checker, '1.0.0', signal))
    checks.push(one);
  return checks;
}

const verdicts = (checks: readonly Check[]) =>
  Object.fromEntries(checks.map(({ about, holds }) => [about, holds]));

describe('a claim that is checked again', { timeout: 120_000 }, () => {
  const all = {
    model: true,
    verifier: true,
    evidence: true,
    proof: true,
    optima: true,
    times: true,
    searches: true,
    run: true,
  };

  it('holds where it is right, and natively too', async () => {
    for (const method of ['bisection', 'branch-and-bound'] as const) {
      const of = await claimOf('abstract', method);
      const checks = await checked(of, of.claim);
      expect(verdicts(checks)).toEqual(all);
      expect(allHold(checks)).toBe(true);
      const { evidence, claim } = of;
      expect(evidence).toMatchObject({
        versions: { overtime: '1.0.0', spin: '6.5.2' },
        sha256: { model: HASH, verifier: HASH },
        build: [expect.stringMatching(/^-O[02]$/), '-DSAFETY', '-DNOREDUCE', '-DVECTORSZ=32768'],
      });
      // Only bisection has made just this search.
      const said = checks.find(({ about }) => about === 'proof')?.words;
      expect(said).toMatch(method === 'bisection' ? /, as in the file\.$/ : /depth \d+\.$/);
      if (!hasTool('spin') || !hasTool('gcc')) continue;
      const time = claim.result.minTime;
      const native = nativeCheck(of.problem, evidence, { trail: claim.result.trail, time });
      const found = checkNatively(native, { proof: evidence.proof, time });
      expect(verdicts(found)).toEqual({ run: true, proof: true });
    }
  });

  it('holds in the semantics of warps and of a device, whose verifier reads a file', async () => {
    for (const [example, semantics] of [
      ['matmul', 'device'],
      ['sum', 'warps'],
    ] as const) {
      const of = await claimOf(example, 'branch-and-bound', {
        semantics,
        level: 'accelerated',
        constants: platform({ size: 32 }),
      });
      const checks = await checked(of, of.claim);
      expect(verdicts(checks)).toEqual({
        ...all,
        ...(semantics === 'device' && { programs: true }),
      });
      if (!hasTool('spin') || !hasTool('gcc')) continue;
      const time = of.claim.result.minTime;
      const files = await of.checker.programFiles();
      expect(files === undefined).toBe(semantics !== 'device');
      const native = nativeCheck(
        of.problem,
        of.evidence,
        { trail: of.claim.result.trail, time },
        files,
      );
      const found = checkNatively(native, { proof: of.evidence.proof, time });
      expect([found, verdicts(found)]).toEqual([found, { run: true, proof: true }]);
    }
  });

  it('of a deadlock holds where the program can stop', async () => {
    const of = await claimOf('divergent', 'branch-and-bound', { semantics: 'opencl' });
    const checks = await checked(of, of.claim);
    expect(verdicts(checks)).toMatchObject({ model: true, proof: true });
  });

  it('does not hold where something in it is not so', async () => {
    const of = await claimOf('abstract', 'bisection');
    const { result, evidence, runs } = of.claim;
    const { trail } = result;
    if (!trail || result.minTime === undefined) throw new Error('it has a run');
    const check = async ({ trail: known, ...claim }: Claim & { readonly trail?: Trail }) => {
      const checks = await checked(of, { ...claim, result: { ...claim.result, trail: known } });
      return { ...verdicts(checks), all: allHold(checks) };
    };
    const longer = { ...result, minTime: 2 * Number(result.minTime) };
    expect(await check({ result: longer, evidence, trail })).toMatchObject({
      proof: false,
      run: false,
      all: false,
    });
    const shorter = { ...result, minTime: Number(result.minTime) - 1 };
    expect(await check({ result: shorter, evidence, trail })).toMatchObject({
      proof: true,
      run: false,
      all: false,
    });
    const elsewhere = { ...result, optima: [{ WG: 1, TS: 1 }] };
    expect(await check({ result: elsewhere, evidence, trail })).toMatchObject({ run: false });
    const words = trail.words.map((word) => (word.startsWith('GMT=') ? 'GMT=1' : word));
    expect(await check({ result, evidence, trail: { ...trail, words } })).toMatchObject({
      run: false,
      all: false,
    });
    const ranges = trail.words.map((word) => word.replace(/^(WG)=.*/, '$1=3..3'));
    expect(await check({ result, trail: { ...trail, words: ranges } })).toMatchObject({
      run: false,
      model: undefined,
    });
    const other = { ...trail, packed: packTrail('1:0:1\n2:7:9\n3:1:1\n') };
    expect(await check({ result, evidence, trail: other })).toMatchObject({ run: false });
    const hash = { ...evidence, sha256: { model: '0'.repeat(64) } };
    expect(await check({ result, evidence: hash, trail })).toMatchObject({
      model: false,
      proof: true,
      run: true,
      all: false,
    });
    // Without a trail a run is searched for.
    expect(await check({ result, evidence, runs })).toMatchObject({ run: true, all: true });
    const sampled = { ...result, status: 'sampled' as const };
    expect(await check({ result: sampled, evidence, trail })).toMatchObject({
      proof: undefined,
      run: true,
      all: false,
    });
  });
});
