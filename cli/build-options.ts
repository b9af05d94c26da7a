import { host } from '#host';
import * as v from 'valibot';
import { jsonIn } from '../src/base/json-text.ts';
import { readShellWords } from '../src/base/shell-words.ts';
import { declaredNames } from '../src/front/declared-names.ts';
import { fileName, readText } from './files.ts';
import { UsageError } from './usage-error.ts';
import { readDefines, line, several, type Typed } from './option-values.ts';

/** The options of a kernel's build, as a host gives them to clBuildProgram. */
export interface BuildOptions {
  /** Shown in verdicts. */
  readonly words: string;
  readonly defines: Readonly<Record<string, string>>;
  readonly folders: readonly string[];
  /** Those that change nothing here. */
  readonly ignored: readonly string[];
  /** The text that they are for; absent for every text. */
  readonly file?: string | undefined;
}

export const BUILD_OPTIONS = { options: several, 'options-file': several } as const;

/** `--help` on them. */
export const BUILD_HELP = [
  line(
    '--options "-DTS=16 -I inc"',
    'what the host gives to the compiler; may be repeated: each is asked by itself',
  ),
  line(
    '--options-file FILE',
    'such options, a line each, or a compile_commands.json; # begins a remark',
  ),
];

const MOST_SETS = 256;
const MOST_CHARACTERS = 4 * 2 ** 20;
const MOST_WORDS = 10_000;

/** All sets, each once; none where none are typed. @throws {UsageError} */
export function readBuildOptions(typed: Typed<typeof BUILD_OPTIONS>): readonly BuildOptions[] {
  const all = [
    ...(typed.options ?? []).map((text) => readLine(text, '--options')),
    ...(typed['options-file'] ?? []).flatMap(readFile),
  ];
  const keyOf = ({ defines, folders, file }: BuildOptions): string =>
    JSON.stringify([Object.entries(defines), folders, file]);
  const sets = [...new Map(all.map((one) => [keyOf(one), one])).values()];
  if (sets.length > MOST_SETS)
    throw new UsageError(`there are ${sets.length} sets of options, and ${MOST_SETS} are the most`);
  return sets;
}

/** The sets for one text. @throws {UsageError} where all are for others. */
export function setsFor(sets: readonly BuildOptions[], path: string): readonly BuildOptions[] {
  const own = sets.filter(
    ({ file }) => file === undefined || host.files.absolute(file) === host.files.absolute(path),
  );
  const found =
    own.length > 0 ? own : sets.filter(({ file = '' }) => fileName(file) === fileName(path));
  if (found.length > 0 || sets.length === 0) return found;
  const names = [...new Set(sets.map(({ file = '' }) => fileName(file)))];
  const some = names.slice(0, 5).join(', ') + (names.length > 5 ? ' and others' : '');
  throw new UsageError(`--options-file has no command for ${path}; it has those for ${some}`);
}

/** The set, if there is one. @param what is done with one alone. @throws {UsageError} for several. */
export function onlySet(sets: readonly BuildOptions[], what: string): BuildOptions | undefined {
  const [set, another] = sets;
  if (another === undefined) return set;
  throw new UsageError(`${what} for one set of options, and there are ${sets.length}`);
}

/** Settings with one of the sets; what both define is as the set says. */
export function withBuildOptions<
  T extends {
    readonly defines: Readonly<Record<string, string>>;
    readonly folders: readonly string[];
    readonly stated?: readonly string[];
  },
>(settings: T, { defines, folders }: BuildOptions, text: string): T {
  const parameters = declaredNames(text, ['param']);
  const all = Object.entries(defines);
  const isValue = ([name, body]: readonly [string, string]): boolean =>
    parameters.has(name) && /^\d{1,15}$/.test(body);
  return {
    ...settings,
    defines: { ...settings.defines, ...Object.fromEntries(all.filter((each) => !isValue(each))) },
    folders: [...settings.folders, ...folders],
    // A parameter's value is the host's.
    stated: [
      ...(settings.stated ?? []),
      ...all.filter(isValue).map(([name, body]) => `param ${name} = {${body}}`),
    ],
  };
}

/** A remark about options that change nothing. */
export const ignoredWords = ({ ignored }: BuildOptions): string | undefined =>
  ignored.length === 0
    ? undefined
    : `These options change nothing here: ${[...new Set(ignored)].join(' ')}.`;

const COMMANDS = v.array(
  v.looseObject({
    file: v.string(),
    directory: v.optional(v.string()),
    command: v.optional(v.string()),
    arguments: v.optional(v.array(v.string())),
  }),
);

function readFile(path: string): readonly BuildOptions[] {
  const text = readText(path);
  if (text.length > MOST_CHARACTERS)
    throw new UsageError(`${path} is larger than ${MOST_CHARACTERS / 2 ** 20} MB`);
  if (/^\s*[[{]/.test(text)) return readCommands(path, text);
  const sets = text.split('\n').flatMap((each, at) => {
    const written = each.trim();
    return written === '' || written.startsWith('#')
      ? []
      : [readLine(written, `${path}, line ${at + 1}`)];
  });
  if (sets.length > 0) return sets;
  throw new UsageError(`${path} has no line of options such as -DTS=16`);
}

/** A compile_commands.json, as build systems write it. */
function readCommands(path: string, text: string): readonly BuildOptions[] {
  const read = jsonIn(text);
  if (read === undefined) throw new UsageError(`${path} is no JSON`);
  const known = v.safeParse(COMMANDS, read);
  if (!known.success)
    throw new UsageError(
      `${path} is no compile_commands.json: a list of objects with file and command, or arguments`,
    );
  return known.output.map(({ file, directory = '.', command, arguments: given }, at) => {
    const where = `${path}, entry ${at + 1}`;
    if (command === undefined && given === undefined)
      throw new UsageError(`${where} has neither command nor arguments`);
    const [, ...words] = given ?? wordsIn(command ?? '', where);
    const set = optionsIn(words, where, true);
    const folders = set.folders.map((folder) => host.files.absolute(folder, directory));
    return { ...set, folders, file: host.files.absolute(file, directory) };
  });
}

const readLine = (text: string, where: string): BuildOptions =>
  optionsIn(wordsIn(text, where), where, false);

/** @throws {UsageError} with its place. */
function wordsIn(text: string, where: string): readonly string[] {
  const words = readShellWords(text);
  if (typeof words === 'string') throw new UsageError(`${where}: ${words}`);
  return words;
}

/** Options whose value is a word of its own. */
const WITH_VALUE = /^-(?:D|U|I|o|x|include|isystem|iquote|MF|MT|MQ|Xclang|target|std|triple)$/;

/** @param isCommand it names files and outputs too. */
function optionsIn(words: readonly string[], where: string, isCommand: boolean): BuildOptions {
  if (words.length > MOST_WORDS)
    throw new UsageError(`${where} has ${words.length} words, and ${MOST_WORDS} are the most`);
  const defines = new Map<string, string>();
  const folders: string[] = [];
  const ignored: string[] = [];
  const taken: string[] = [];
  for (let i = 0; i < words.length; i += 1) {
    const word = words[i] ?? '';
    const [, kind, inline = ''] = /^-([DUI])(.*)$/s.exec(word) ?? [];
    const value = WITH_VALUE.test(word) ? words[(i += 1)] : inline;
    if (kind !== undefined && (value === undefined || value === ''))
      throw new UsageError(`${where}: -${kind} has no value`);
    if (kind === 'D') {
      for (const [name, body] of Object.entries(defined(value ?? '', where)))
        defines.set(name, body);
      taken.push(`-D${value}`);
    } else if (kind === 'U') {
      defines.delete(value ?? '');
      taken.push(`-U${value}`);
    } else if (kind === 'I') {
      folders.push(value ?? '');
      taken.push(`-I${value}`);
    } else if (word.startsWith('-')) {
      if (!isCommand || word.startsWith('-cl-')) ignored.push(word);
    } else if (!isCommand)
      throw new UsageError(`${where}: an option begins with -; it is '${word}'`);
  }
  return {
    words: taken.length === 0 ? 'no options' : taken.join(' '),
    defines: Object.fromEntries(defines),
    folders,
    ignored,
  };
}

/** @throws {UsageError} with its place. */
function defined(text: string, where: string): Readonly<Record<string, string>> {
  try {
    return readDefines([text]);
  } catch (error) {
    if (error instanceof UsageError) throw new UsageError(`${where}: ${error.message}`);
    throw error;
  }
}
