import { expect, it } from 'vitest';
import { Cancelled } from '../../base/failure.ts';
import { createNodeKernelParser } from '../../kernel/node.ts';
import { LONG_SHAPES } from '../../testing/long-kernels.ts';
import { storeOf } from '../../testing/session.ts';
import type { Settings } from '../kept/settings.ts';
import { createPosing } from './posing.ts';
import { Reading } from './reading.ts';
import { readWith, type ReadingProgress, type TextReader } from './text-reader.ts';

const parser = await createNodeKernelParser();

/** A page whose reader waits until released or cancelled. */
function setup(settings: Partial<Settings>) {
  const store = storeOf({ semantics: 'opencl', ...settings });
  const told: ReadingProgress[] = [];
  let begun = 0;
  let letGo: () => void = () => undefined;
  const reader: TextReader = {
    read: (request, signal, onProgress) =>
      new Promise((resolve, reject) => {
        begun += 1;
        signal.addEventListener('abort', () => reject(new Cancelled()));
        letGo = () => resolve(structuredClone(readWith(parser, request, onProgress)));
      }),
    missing: () => Promise.reject(new Error('nobody asks')),
    poseValues: () => Promise.reject(new Error('nobody asks')),
    poseQuestion: () => Promise.reject(new Error('nobody asks')),
  };
  store.subscribe(({ reading }) => reading && told.push(reading));
  let read = 0;
  const pause = (): Promise<void> => Promise.resolve();
  const posing = createPosing({ store, exampleText: () => undefined, pause });
  posing.onRead(() => (read += 1));
  posing.begin(new Reading(parser, () => reader, pause));
  posing.update();
  return {
    store,
    posing,
    told,
    derived: () => store.getState().derived,
    counts: () => ({ begun, read }),
    letGo: () => letGo(),
  };
}

const long = { kernelText: LONG_SHAPES.loops(1200) };

it('tells how far the reading of a long text is, stage by stage', async () => {
  const page = setup(long);
  expect(page.derived()).toMatchObject({ isReading: true });
  expect(page.posing.problemOf(page.store.getState().settings)).toBeUndefined();
  await Promise.resolve();
  page.letGo();
  await page.posing.settled();
  expect(page.derived().isReading).toBeUndefined();
  expect(page.derived().obstacle).toBeUndefined();
  expect(page.posing.derivation()?.problem).toBeDefined();
  expect(page.counts()).toEqual({ begun: 1, read: 1 });
  expect(page.store.getState().reading).toBeUndefined();
  for (const stage of ['syntax', 'costs']) {
    const shares = page.told.flatMap((one) => (one.stage === stage ? [one.share ?? -1] : []));
    expect(shares.length).toBeGreaterThan(50);
    expect(shares).toEqual([...new Set(shares)].toSorted((a, b) => a - b));
    expect(shares.at(-1)).toBeGreaterThan(0.95);
  }
  expect(new Set(page.told.map((one) => Reflect.get(one, 'lines')))).toEqual(
    new Set([long.kernelText.split('\n').length]),
  );
});

it('reads a CUDA program of many kernels beside the page, and a kernel of it at once', async () => {
  await parser.prepare('__global__ void k() {}');
  const kernel = (at: number): string =>
    `__global__ void k${at}(int *a) { a[blockIdx.x * blockDim.x + threadIdx.x] = ${at}; }\n`;
  const kernels = Array.from({ length: 100 }, (_, at) => kernel(at)).join('');
  const page = setup({ kernelText: `${kernels}int main() { int *a; k0<<<1, 32>>>(a); }` });
  expect(page.derived()).toMatchObject({ isReading: true });
  await Promise.resolve();
  page.letGo();
  await page.posing.settled();
  expect([page.derived().kernels.length, page.counts().begun]).toEqual([100, 1]);
  expect(setup({ kernelText: kernel(0) }).derived().isReading).toBeUndefined();
});

it('knows nothing of a text whose reading was cancelled, until it is read', async () => {
  const page = setup(long);
  await Promise.resolve();
  page.posing.commands.cancelReading();
  await page.posing.settled();
  expect(page.derived()).toMatchObject({ isUnread: true, kernels: [] });
  expect(page.derived().isReading).toBeUndefined();
  expect(page.derived().obstacle).toMatch(/^The kernel has not been read/);
  expect(page.posing.derivation()).toBeUndefined();
  expect(page.posing.problemOf(page.store.getState().settings)).toBeUndefined();
  expect(page.counts().read).toBe(0);

  page.posing.commands.readKernel();
  expect(page.derived()).toMatchObject({ isReading: true });
  expect(page.derived().isUnread).toBeUndefined();
  await Promise.resolve();
  page.letGo();
  await page.posing.settled();
  expect(page.posing.derivation()?.problem).toBeDefined();
  expect(page.counts()).toEqual({ begun: 2, read: 1 });
});

it('finds beside the page whether warps can run, and believes it', async () => {
  const page = setup({ ...long, semantics: 'device' });
  await Promise.resolve();
  page.letGo();
  await page.posing.settled();
  expect(page.told.map(({ stage }) => stage)).toContain('fit');
  const { settings } = page.store.getState();
  const { problem } = page.posing.derivation() ?? {};
  expect(problem?.machine).toBeDefined();
  // Another size is another question for the worker.
  page.store.setState({
    settings: { ...settings, constants: { ...settings.constants, size: '1' } },
  });
  page.posing.update();
  expect(page.derived()).toMatchObject({ isReading: true });
  await Promise.resolve();
  page.letGo();
  await page.posing.settled();
  expect(page.derived().obstacle).toMatch(/^No configuration is valid for size 1/);
});
