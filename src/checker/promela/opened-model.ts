import { Failure } from '../../base/failure.ts';
import { factsOf, type ModelFacts, withoutExclusive } from '../../promela/index.ts';
import type { CallOptions, Toolchain } from '../../spin/toolchain.ts';

/** A Promela text that somebody brings, with what it needs to be read. */
export interface ModelSource {
  readonly text: string;
  /** Macros as `-D` has them. */
  readonly defines?: readonly string[] | undefined;
  /** What it may include, by path from its own folder. */
  readonly files?: Readonly<Record<string, string>> | undefined;
  /** Folders of these files in which to look besides. */
  readonly folders?: readonly string[] | undefined;
}

/** A model as SPIN is to read it. */
export interface OpenedModel {
  /** With its `#` lines done; line markers keep the numbers. */
  readonly text: string;
  readonly facts: ModelFacts;
  /** `xr` and `xs` were left out: SPIN does not take them of rendezvous channels. They only tell the
   * reduction which processes use a channel, so that without them it reduces less and finds the same. */
  readonly leavesOutExclusive: boolean;
}

/** Has the preprocessor read a model, where it has anything to do. What it declares is known then, before
 * SPIN has seen it.
 * @throws {Failure} at the place that the preprocessor rejects. */
export async function openModel(
  toolchain: Pick<Toolchain, 'preprocess'>,
  { text: model, defines = [], files, folders }: ModelSource,
  call: CallOptions = {},
): Promise<OpenedModel> {
  const isToBeDone = /^\s*#/m.test(model) || defines.length > 0;
  const read = isToBeDone
    ? await toolchain.preprocess({ model, defines, files, folders }, call)
    : model;
  const facts = factsOf(read);
  const leavesOutExclusive = facts.exclusive.length > 0 && facts.hasRendezvous;
  const text = leavesOutExclusive ? withoutExclusive(read, facts) : read;
  return { text, facts, leavesOutExclusive };
}

/** What an opened model lacks to run at all: known before any tool has read it.
 * @throws {Failure} */
export function ensureRuns({ text, facts }: Pick<OpenedModel, 'text' | 'facts'>): void {
  if (facts.hasStart) return;
  if (text.replaceAll(/\/\*[^]*?\*\/|\/\/[^\n]*|^\s*#[^\n]*/gm, '').trim() === '')
    throw new Failure('model', 'The model is empty.', HOW_TO_START);
  const { processes } = facts;
  const [first] = processes;
  if (first === undefined)
    throw new Failure('model', 'Nothing would run: the model has no process.', HOW_TO_START);
  const declared = processes.map((name) => `\`${name}\``).join(', ');
  throw new Failure(
    'model',
    `Nothing would run: the model declares ${declared}, but starts none of its processes.`,
    `Write \`active\` before \`proctype ${first}\`, or add an \`init\` that runs it.`,
  );
}

const HOW_TO_START =
  'Add a process that runs from the start: `active proctype name() { ... }` or `init { ... }`.';
