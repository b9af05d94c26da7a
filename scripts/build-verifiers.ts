/** Compiles the examples' verifiers for the site and the command line. Names derive from their
 * input, as on the page, so existing ones are never remade. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, freemem } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { begin, readOptions } from '../cli/command.ts';
import { sha256 } from '../src/base/digest.ts';
import { createNodeKernelParser } from '../src/kernel/node.ts';
import { levelOf, LEVELS } from '../src/promela/index.ts';
import { isOnMachine, type SemanticsId, usualConstants } from '../src/platform/index.ts';
import { checkModel, ModelChecker, pose, VerifierPool } from '../src/checker/index.ts';
import { EXAMPLE_LIST } from '../src/session/example-list.ts';
import { folderStore, storeBefore, userCache } from '../src/spin/cache-node.ts';
import { lessonModels } from './lesson-models.ts';
import type { Toolchain } from '../src/spin/toolchain.ts';
import { createNodeToolchain } from '../src/spin/node-toolchain.ts';

begin('build-verifiers');
readOptions('node --import tsx scripts/build-verifiers.ts: the verifiers of the examples', {});
const project = fileURLToPath(new URL('..', import.meta.url));
const folder = join(project, 'wasm', 'build', 'verifiers');
mkdirSync(folder, { recursive: true });

/** clang's memory for one verifier, with room to spare. */
const CLANG_BYTES = 1.5 * 2 ** 30;
const workers = Math.max(
  1,
  Math.min(availableParallelism(), 8, Math.floor(freemem() / CLANG_BYTES)),
);
const parser = await createNodeKernelParser();
const constants = usualConstants();
const wanted = new Set<string>();
let made = 0;
/** The semantics that the paper's kernel is shown in. */
const SHOWN: readonly SemanticsId[] = ['published', 'opencl'];
/** Every example as it opens, and the paper's kernel in both semantics. */
const models = EXAMPLE_LIST.flatMap(({ id, semantics: own }) =>
  (id === 'abstract' ? SHOWN : [own]).flatMap((semantics) =>
    LEVELS.filter(
      (level) =>
        // A process per warp is too much for a real machine.
        (!isOnMachine(semantics) || levelOf(level).repeats) &&
        (!levelOf(level).interleaves || (id === 'abstract' && semantics === own)),
    ).map((level) => ({ id, semantics, level })),
  ),
);
const ofExamples = models.map((model) => ({
  ...model,
  text: readFileSync(join(project, 'examples', `${model.id}.cl`), 'utf8'),
  constants,
}));
const ofLessons = lessonModels(project).map((model) => ({
  ...model,
  id: 'lesson',
  constants: { ...constants, ...model.constants },
}));
/** Several ask for the same verifier and share its making. */
const pool = new VerifierPool();
const queue = [...ofExamples, ...ofLessons];

/** Makes verifiers until none is left. */
async function makeSome(): Promise<void> {
  const store = storeBefore(folderStore(folder), folderStore(userCache('verifiers')));
  const toolchain = await createNodeToolchain({ cache: store, shipped: store });
  for (let next = queue.shift(); next; next = queue.shift()) {
    const { id, text, semantics, level, constants: own } = next;
    const { problem, ...posed } = pose(parser, text, { semantics, level, constants: own });
    // Some semantics are not meant for every kernel.
    if (!problem && id === 'abstract') continue;
    if (!problem) throw new Error(`the example ${id} has no model: ${JSON.stringify(posed)}`);
    const began = performance.now();
    const options = { memoryMB: 1024, thorough: true, pool };
    const { key, origin } = await new ModelChecker(toolchain, problem, options).verifier();
    const isNew = key === undefined || !wanted.has(`${key}.wasm`);
    if (key !== undefined) wanted.add(`${key}.wasm`);
    if (origin !== 'compiled' || !isNew) continue;
    made += 1;
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    console.log(`verifier of ${id}, ${semantics}, ${level}: ${seconds} s`);
  }
  toolchain.dispose();
}

/** The model that the door of models opens on, with all that it claims: with weak fairness, too, which its answer
 * offers. */
async function makeFirstModel(): Promise<void> {
  const store = storeBefore(folderStore(folder), folderStore(userCache('verifiers')));
  const toolchain = await createNodeToolchain({ cache: store, shipped: store });
  const recording: Toolchain = {
    ...toolchain,
    compile: async (...request) => {
      const verifier = await toolchain.compile(...request);
      if (verifier.key !== undefined) wanted.add(`${verifier.key}.wasm`);
      if (verifier.origin === 'compiled') made += 1;
      return verifier;
    },
  };
  const text = readFileSync(join(project, 'examples', 'promela', 'peterson.pml'), 'utf8');
  for (const fair of [false, true])
    await checkModel(recording, { text }, {}, { fair, errors: 1, memoryMB: 1024 });
  toolchain.dispose();
}

await Promise.all(Array.from({ length: workers }, makeSome));
await makeFirstModel();
// Nobody needs verifiers of older models.
for (const file of readdirSync(folder)) {
  const path = join(folder, file);
  if (file.endsWith('.wasm') && !wanted.has(file) && existsSync(path)) rmSync(path);
}
const names = readdirSync(folder).filter((file) => file.endsWith('.wasm'));
const digests = names.map(async (name) => {
  const content = new Uint8Array(readFileSync(join(folder, name)));
  return [name, { bytes: content.length, sha256: await sha256(content) }] as const;
});
const files = Object.fromEntries(await Promise.all(digests));
writeFileSync(join(folder, 'manifest.json'), `${JSON.stringify({ files }, null, 2)}\n`);
if (made > 0) console.log(`${made} verifiers compiled, ${wanted.size} in all`);
