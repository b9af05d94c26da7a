import { fileURLToPath } from 'node:url';
import type { CDPSession, Page } from '@playwright/test';
import { build } from 'vite';
import { exampleText, kernelOf, platform, problemOf } from '../../src/testing/engine.ts';
import { publishedAbstract, tilings } from '../../src/testing/closed-forms.ts';
import { compileNatively } from '../../src/testing/native-verifier.ts';
import { runWords, type Level } from '../../src/promela/index.ts';
import { boundedRun } from '../../src/checker/index.ts';
import { createNodeToolchain } from '../../src/spin/node-toolchain.ts';
import { sourcesOf } from '../../src/testing/spin-tools.ts';
import type { runVerifier } from '../../src/spin/verifier.ts';
import { type Findings, median, rounded, target } from './report.ts';
import { launchChromium } from './site.ts';

const DEFINES = ['SAFETY', 'NOREDUCE', 'VECTORSZ=32768'];
const MOST_RATIO = 1.2;

/** Searches that find nothing, so that everything is searched. */
const CASES: readonly { level: Level; size: number; options: readonly string[] }[] = [
  { level: 'free', size: 16, options: ['-m100000', '-w22'] },
  { level: 'baton', size: 256, options: ['-m2000000', '-w16'] },
  { level: 'representatives', size: 256, options: ['-m2000000', '-w16'] },
];

/** The page's verifier driver, as a script for a bare page. */
async function verifierScript(): Promise<string> {
  const entry = fileURLToPath(new URL('../../src/spin/verifier.ts', import.meta.url));
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: { write: false, lib: { entry, formats: ['iife'], name: 'overtime' } },
  });
  const [output] = Array.isArray(built) ? built : [built];
  const chunk = output && 'output' in output ? output.output[0] : undefined;
  if (chunk?.type !== 'chunk') throw new Error('vite made no script');
  return chunk.code;
}

interface PageGlobals {
  readonly overtime: { readonly runVerifier: typeof runVerifier };
  module: WebAssembly.Module;
}

async function load(page: Page, bytes: Uint8Array): Promise<void> {
  await page.evaluate(async (text) => {
    const code = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
    (globalThis as unknown as PageGlobals).module = await WebAssembly.compile(code);
  }, Buffer.from(bytes).toString('base64'));
}

/** Processor seconds of a search on the page's thread. */
async function secondsIn(page: Page, cdp: CDPSession, args: readonly string[]): Promise<number> {
  const before = await threadSeconds(cdp);
  await page.evaluate((given) => {
    const { overtime, module } = globalThis as unknown as PageGlobals;
    overtime.runVerifier({ module, args: given, memory: { initialMB: 256, maxMB: 2048 } });
  }, args);
  return (await threadSeconds(cdp)) - before;
}

async function threadSeconds(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  const seconds = metrics.find(({ name }) => name === 'TaskDuration')?.value;
  if (seconds === undefined) throw new Error('Chromium tells no durations');
  return seconds;
}

/** WebAssembly verifiers in Node and Chromium, against native SPIN and gcc -O2. */
export async function nativeSpeed(quick: boolean): Promise<Findings> {
  const rounds = quick ? 3 : 5;
  const kernel = kernelOf(exampleText('abstract'));
  const kept = new Map<string, Uint8Array<ArrayBuffer>>();
  const toolchain = await createNodeToolchain({
    // The bench needs the compiled bytes as well.
    cache: {
      get: () => Promise.resolve(undefined),
      put: async (key, bytes) => void kept.set(key, bytes),
      delete: () => Promise.resolve(),
    },
    shipped: { get: () => Promise.resolve(undefined) },
  });
  const browser = await launchChromium();
  const script = await verifierScript();
  const rows: (string | number)[][] = [];
  const worst = { node: 0, chromium: 0 };
  try {
    for (const { level, size, options } of CASES) {
      const constants = platform({ size });
      const problem = problemOf({ kernel, semantics: 'published', level, constants });
      const { model } = problem;
      const bound =
        Math.min(...tilings(size).map((tiling) => publishedAbstract(tiling, constants))) - 1;
      const words = runWords(boundedRun(problem, bound, false));
      const args = ['-E', ...options, '-n', ...words];
      const native = compileNatively(model.text, DEFINES, { optimise: '-O2' });
      const compiled = await toolchain.compile({
        sources: await sourcesOf(toolchain, model.text),
        optimise: '-O2',
        defines: DEFINES,
      });
      const page = await browser.newPage();
      const cdp = await page.context().newCDPSession(page);
      await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
      await page.addScriptTag({ content: script });
      await load(page, kept.get(compiled.key ?? '') ?? new Uint8Array());
      const times: Record<'native' | 'node' | 'chromium', number[]> = {
        native: [],
        node: [],
        chromium: [],
      };
      let counted = '';
      for (let round = 0; round < rounds; round += 1) {
        const { report, seconds } = native.run(args);
        times.native.push(seconds);
        const before = process.cpuUsage();
        const run = await toolchain.verify({ module: compiled.module, args });
        const { user, system } = process.cpuUsage(before);
        times.node.push((user + system) / 1e6);
        times.chromium.push(await secondsIn(page, cdp, args));
        if (!run.report.ok) throw new Error(run.report.reason);
        const [ours, theirs] = [run.report.report, report].map(
          ({ states, transitions, depth }) => `${states} ${transitions} ${depth}`,
        );
        if (ours !== theirs) throw new Error(`${level}: ${ours} here, ${theirs} natively`);
        counted = ours ?? '';
      }
      native.dispose();
      await page.close();
      const best = {
        native: Math.min(...times.native),
        node: Math.min(...times.node),
        chromium: Math.min(...times.chromium),
      };
      const [states = '', transitions = ''] = counted.split(' ');
      const first = (times.node[0] ?? 0) / median(times.native);
      rows.push([
        `${level}, size ${size}, T = ${bound}`,
        Number(states),
        Number(transitions),
        rounded(best.native),
        rounded(best.node / best.native),
        rounded(best.chromium / best.native),
        rounded(first),
      ]);
      worst.node = Math.max(worst.node, best.node / best.native);
      worst.chromium = Math.max(worst.chromium, best.chromium / best.native);
    }
  } finally {
    toolchain.dispose();
    await browser.close();
  }
  const columns = [
    'search',
    'states',
    'transitions',
    'native s',
    'Node',
    'Chromium',
    'Node, first run',
  ];
  return {
    title: 'The verifier as WebAssembly against native SPIN',
    method:
      'The published abstract kernel with T one less than the minimum, which searches everything. The same generated model for native SPIN with `gcc -O2` and for SPIN and clang as WebAssembly, -O2; states, transitions and depth are equal. Processor time, so that other programs count for little; ratios of the least of several runs. The first run has machine code made in a hurry, and the making of better.',
    tables: [{ columns, rows }],
    targets: (['node', 'chromium'] as const).map((where) =>
      target(
        `at most ${MOST_RATIO} times native, in ${where === 'node' ? 'Node' : 'Chromium'}`,
        `${rounded(worst[where])} at worst`,
        worst[where] <= MOST_RATIO,
      ),
    ),
  };
}
