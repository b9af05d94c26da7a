import { Failure } from '../../base/failure.ts';
import {
  factsOf,
  type ModelFacts,
  withIncludesOfC,
  withoutExclusive,
} from '../../promela/index.ts';
import type { CallOptions, Toolchain } from '../../spin/toolchain.ts';

/** A foreign Promela text and its surroundings. */
export interface ModelSource {
  readonly text: string;
  /** Macros as `-D` has them. */
  readonly defines?: readonly string[] | undefined;
  /** Include files, by path from its folder. */
  readonly files?: Readonly<Record<string, string>> | undefined;
  /** Folders of these files in which to look besides. */
  readonly folders?: readonly string[] | undefined;
}

/** A model as SPIN is to read it. */
export interface OpenedModel {
  /** Preprocessed; line markers keep the numbers. */
  readonly text: string;
  readonly facts: ModelFacts;
  /** SPIN rejects `xr` and `xs` on rendezvous channels. Without them reduction is weaker and finds
   * the same. */
  readonly leavesOutExclusive: boolean;
  /** Headers of the C library are left to its C. */
  readonly hasHeaders: boolean;
  /** Natively the compiler looks for files of the model's C. */
  readonly hasFilesOfC: boolean;
}

/** Preprocesses a model if necessary and reads its declarations.
 * @throws {Failure} with the rejected place. */
export async function openModel(
  toolchain: Pick<Toolchain, 'preprocess'>,
  { text: given, defines = [], files: others = {}, folders }: ModelSource,
  call: CallOptions = {},
): Promise<OpenedModel> {
  const { text: model, files, hasHeaders, hasFilesOfC } = withIncludesOfC(given, others);
  // A line may go on in the next one, also within a comment.
  const isToBeDone = /^\s*#|\\\r?$|\b__(?:LINE|FILE)__\b/m.test(model) || defines.length > 0;
  const read = isToBeDone
    ? await toolchain.preprocess({ model, defines, files, folders }, call)
    : model;
  const facts = factsOf(read);
  const leavesOutExclusive = facts.exclusive.length > 0 && facts.hasRendezvous;
  const text = leavesOutExclusive ? withoutExclusive(read, facts) : read;
  return { text, facts, leavesOutExclusive, hasHeaders, hasFilesOfC };
}

/** Checks that the model can run, before any tool reads it.
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
