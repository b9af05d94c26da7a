import { readdirSync, readFileSync } from 'node:fs';
import * as v from 'valibot';
import { eachStep, packedTrail, packTrail, stepsOf, unpackTrail } from '../../base/packed-trail.ts';
import { Failure } from '../../base/failure.ts';
import { termsOf } from '../../checker/index.ts';
import { effortUsed, mergedOf, readBundle, readQuestion, unpacked } from '../../cluster/index.ts';
import { inTerms } from '../../cluster/model-sharding.ts';
import { readPlan } from '../../cluster/plan.ts';
import { readReport } from '../../cluster/report.ts';
import { readSearchSpace, withSearchSpace } from '../../exchange/index.ts';
import { readShortlist } from '../../exchange/shortlist-file.ts';
import { createNodeKernelParser } from '../../kernel/node.ts';
import { classFile, readClass } from '../../lessons/class.ts';
import { lessonFragment, lessonIn } from '../../lessons/link.ts';
import { codeOf, readCode, readProgress } from '../../lessons/progress.ts';
import { readLesson } from '../../lessons/read.ts';
import { readMeasured } from '../../measured/index.ts';
import { toWorkerSchema } from '../../offline/messages.ts';
import { factsOf } from '../../promela/any/facts.ts';
import { EXAMPLE_LIST } from '../../session/example-list.ts';
import { BoundsKeeper } from '../../session/kept/bounds.ts';
import { embedOf } from '../../session/kept/embedding.ts';
import { firstLook, SETTINGS_KEY } from '../../session/kept/first-look.ts';
import {
  isTuning,
  readCheck,
  readContent,
  readSaved,
  restoredRun,
} from '../../session/kept/history-schema.ts';
import { resultsOf } from '../../session/kept/saved-check.ts';
import { persistedIn } from '../../session/kept/page-storage.ts';
import { exampleSettings, firstSettings } from '../../session/kept/settings.ts';
import { ModelKeeper } from '../../session/promela/model-keeper.ts';
import { fragmentOf, readFragment } from '../../session/portable/link.ts';
import { portableOf, readPortable } from '../../session/portable/portable.ts';
import { readWorkbench } from '../../session/workbench/workbench-file.ts';
import { readKernelFile } from '../../session/workspace/kernel-file.ts';
import { readOwnKernel } from '../../session/workspace/own-kernel.ts';
import { readSettings } from '../../session/workspace/settings-reader.ts';
import { unfinishedDrafts } from '../../session/workspace/unfinished.ts';
import { ColumnReader } from '../../spin/columns.ts';
import { hasOutOfMemory, parsePanReport, parseProgress } from '../../spin/pan-output.ts';
import { ReplayReader } from '../../spin/replay-reader.ts';
import { lastStep, lastValues, parseSimulation } from '../../spin/spin-output.ts';
import { parseProblems } from '../../spin/spin-problems.ts';
import { parseWalk } from '../../spin/spin-walk.ts';
import { exampleText as shippedText } from '../engine.ts';
import { storageOf } from '../session.ts';
import { bundleSeeds, filesOf, signedFolder, signedReport } from './bundle-seeds.ts';
import { SEEDS } from './seeds.ts';

/** Something of ours that reads what comes from outside. */
export interface Reader {
  readonly name: string;
  /** Valid inputs, mutated as values and as JSON. */
  readonly seeds: readonly unknown[];
  /** Reads it; whatever it throws is a fault. */
  readonly read: (text: string) => unknown;
  /** Relative number of inputs. */
  readonly weight?: number;
}

const textsIn = (folder: string, pattern: RegExp): string[] => {
  const at = new URL(`../../../${folder}/`, import.meta.url);
  const names = readdirSync(at).filter((name) => pattern.test(name));
  return names.map((name) => readFileSync(new URL(name, at), 'utf8'));
};

const json = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

const bytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

const shipped = new Map(EXAMPLE_LIST.map(({ id }) => [id, shippedText(id)]));
const exampleText = (id: string): string | undefined => shipped.get(id);

const parser = await createNodeKernelParser();
const usual = firstSettings(exampleText);
const abstract = { ...usual, ...exampleSettings('abstract', shippedText('abstract')) };
const portable = portableOf(abstract, SEEDS.view, exampleText);
const own = portableOf({ ...abstract, kernelText: SEEDS.kernel }, SEEDS.view, exampleText);

const FILES: readonly Reader[] = [
  {
    name: 'workbench files',
    seeds: [
      { ...SEEDS.workbench, state: portable },
      { ...SEEDS.workbench, state: own },
    ],
    read: (text) => readWorkbench('file', text, exampleText),
  },
  {
    name: 'kernel files and project files',
    seeds: [SEEDS.kernel, { ...SEEDS.project, settings: abstract }],
    read: (text) => readKernelFile('k.cl', bytes(text), usual),
  },
  {
    name: 'search spaces (T1)',
    seeds: [SEEDS.t1],
    read: (text) => {
      const space = readSearchSpace(text);
      return space.ok && withSearchSpace(SEEDS.kernel, space.value);
    },
  },
  {
    name: 'measured times: T4, Kernel Tuner, KTT, CSV',
    seeds: [SEEDS.t4, SEEDS.cache, SEEDS.ktt, SEEDS.csv],
    read: (text) => readMeasured(bytes(text)),
  },
  {
    name: 'shortlists',
    seeds: [SEEDS.shortlist, SEEDS.csv, SEEDS.t1],
    read: (text) =>
      (['csv', 't1', 'kernel-tuner'] as const).map((format) => readShortlist(format, text)),
  },
  { name: 'lessons', seeds: textsIn('src/lessons/course', /\.md$/), read: readLesson, weight: 0.2 },
  {
    name: 'classes of lessons',
    seeds: [classFile({ title: 'Week 1', entries: [{ id: 'histogram' }] })],
    read: readClass,
  },
  { name: 'progress of lessons', seeds: [SEEDS.progress], read: readProgress },
];

const LINKS: readonly Reader[] = [
  {
    name: 'links',
    seeds: [portable, own].map((state) => fragmentOf(state) ?? ''),
    read: (text) => readFragment(text, exampleText),
  },
  {
    name: 'what a link holds',
    seeds: [portable, own],
    read: (text) => readPortable(json(text), exampleText),
  },
  { name: 'links of lessons', seeds: [lessonFragment(SEEDS.lesson) ?? ''], read: lessonIn },
  { name: 'codes of progress', seeds: [codeOf(SEEDS.progress)], read: readCode },
  { name: 'addresses', seeds: ['?embed=trace', '?embed'], read: embedOf },
];

const STORES: readonly Reader[] = [
  { name: 'settings', seeds: [abstract], read: (text) => readSettings(json(text), usual) },
  {
    name: 'settings, as they are painted first',
    seeds: [{ state: abstract, version: 1 }],
    read: (text) => firstLook('', storageOf(), storageOf(new Map([[SETTINGS_KEY, text]]))),
  },
  {
    name: 'runs of the history',
    seeds: [{ ...SEEDS.run, settings: abstract }, SEEDS.check],
    read: (text) => {
      const saved = readSaved(json(text));
      return saved && isTuning(saved) ? restoredRun(saved, {}, 0) : saved;
    },
  },
  { name: 'what runs found', seeds: [SEEDS.content], read: (text) => readContent(json(text)) },
  {
    name: 'what checks found',
    seeds: [{ ...SEEDS.checkContent, document: SEEDS.modelDocument }],
    read: (text) => {
      const content = readCheck(json(text));
      return content && resultsOf(content);
    },
  },
  {
    name: 'own kernels',
    seeds: [{ ...SEEDS.ownKernel, settings: abstract }],
    read: (text) => readOwnKernel(json(text)),
  },
  {
    name: 'unfinished kernels',
    seeds: [[{ ...SEEDS.ownKernel, bases: ['a'], settings: abstract }]],
    read: (text) => unfinishedDrafts(storageOf(new Map([['overtime.unfinished.1', text]]))),
  },
  {
    name: 'proved bounds',
    seeds: [SEEDS.bounds],
    read: (text) => new BoundsKeeper(storageOf(new Map([['overtime.bounds.1', text]])), 'key').from,
  },
  {
    name: 'models of their own',
    seeds: [{ isOpen: true, document: SEEDS.modelDocument, earlier: [SEEDS.modelDocument] }],
    read: (text) =>
      new ModelKeeper(storageOf(), storageOf(new Map([['overtime.models.1', text]]))).load(),
  },
  {
    name: 'layouts and choices of the page',
    seeds: [{ state: { theme: 'dark' }, version: 0 }],
    read: (text) => persistedIn(storageOf(new Map([['x', text]]))).getItem('x'),
  },
  {
    name: 'messages to the service worker',
    seeds: [{ type: 'BEGUN', script: 'x' }],
    read: (text) => v.safeParse(toWorkerSchema, json(text)),
  },
];

const PAN = textsIn('src/spin/fixtures', /^pan-/);
const SPIN = textsIn('src/spin/fixtures', /^spin-.*\.txt$/);

const OUTPUTS: readonly Reader[] = [
  {
    name: 'reports of verifiers',
    seeds: PAN,
    read: (text) => {
      const lines = text.split('\n');
      return [parsePanReport(lines), hasOutOfMemory(lines), lines.map(parseProgress)];
    },
  },
  {
    name: 'replays of verifiers',
    seeds: [...PAN.filter((text) => /trail ends/.test(text)), SEEDS.replay],
    read: (text) => {
      const reader = new ReplayReader();
      const all = bytes(text);
      // Written in pieces, as it arrives.
      for (let at = 0; at < all.length; at += 100) reader.write(all.subarray(at, at + 100));
      return reader.end();
    },
  },
  {
    name: 'columns of verifiers',
    seeds: [SEEDS.columns],
    read: (text) => {
      const reader = new ColumnReader('@row');
      // It names the unreadable line, and the search fails with that.
      try {
        for (const line of text.split('\n')) reader.read(line);
      } catch (error) {
        if (!(error instanceof Error) || !error.message.startsWith('a line of output')) throw error;
      }
      return reader.columns();
    },
  },
  {
    name: 'output of SPIN',
    seeds: SPIN,
    read: (text) => [
      parseSimulation(text),
      parseProblems(text),
      parseWalk(text),
      lastStep(text),
      lastValues(text),
    ],
  },
  {
    name: 'trails',
    seeds: [SEEDS.trail],
    read: (text) => {
      const raw = packedTrail(bytes(text));
      const packed = packTrail(text);
      eachStep(raw, () => undefined);
      return [stepsOf(packed), unpackTrail(packed)];
    },
  },
];

const BUNDLE = await bundleSeeds();

/** Returned by other machines. */
const BUNDLES: readonly Reader[] = [
  { name: 'plans of shards', seeds: [BUNDLE.plan], read: readPlan },
  {
    name: 'reports of shards',
    seeds: [BUNDLE.report],
    // Whoever changes one can write its hash as well.
    read: async (text) => readReport('0001.report', await signedReport(text), true),
  },
  {
    name: 'reports of shards, as they are',
    seeds: [`${await signedReport(BUNDLE.report)}`],
    read: (text) => readReport('0001.report', text, false),
    weight: 0.5,
  },
  {
    name: 'folders of shards',
    seeds: [BUNDLE.files],
    async read(text) {
      const read = await readBundle(await signedFolder(filesOf(json(text))));
      if (!read.ok) return read;
      const merged = mergedOf(read.bundle);
      return [
        merged,
        effortUsed(read.bundle),
        merged.ok && inTerms(merged, termsOf(BUNDLE.tuning)),
      ];
    },
    weight: 0.5,
  },
  {
    name: 'archives of folders',
    seeds: BUNDLE.archives.map((archive) => Buffer.from(archive).toString('latin1')),
    read(text) {
      // It says what it cannot unpack.
      try {
        return unpacked(new Uint8Array(Buffer.from(text, 'latin1')));
      } catch (error) {
        if (error instanceof Failure) return error;
        throw error;
      }
    },
  },
  { name: 'questions of models', seeds: [BUNDLE.question], read: readQuestion },
];

const TEXTS: readonly Reader[] = [
  { name: 'models in Promela', seeds: [SEEDS.model], read: factsOf },
  { name: 'kernels', seeds: [SEEDS.kernel], read: (text) => parser.lower(text), weight: 0.05 },
];

/** Every reader of what comes from outside. */
export const READERS: readonly Reader[] = [
  ...FILES,
  ...LINKS,
  ...STORES,
  ...OUTPUTS,
  ...BUNDLES,
  ...TEXTS,
];
