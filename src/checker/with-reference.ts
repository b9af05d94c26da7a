import type { Span } from '../base/span.ts';
import { assemble, type Includes } from '../front/includes.ts';
import { blankComments, blanked, directivesIn, tokenize } from '../front/lexer.ts';
import { languageOf } from '../front/cuda/words.ts';
import type { NamedFunction } from '../front/reader.ts';

/** A text that somebody else trusts, with nothing left to include: see `wholeText`. */
export interface ReferenceText {
  readonly text: string;
  /** Its functions with bodies. */
  readonly functions: readonly NamedFunction[];
  /** The one that is meant, where the caller named it. */
  readonly named?: string | undefined;
  /** Largest difference of floating numbers; 0 without it. */
  readonly tolerance?: number | undefined;
}

export interface CandidateText {
  readonly text: string;
  readonly functions: readonly NamedFunction[];
  /** The kernel that is judged. */
  readonly kernel: string;
  /** Finds what it includes: names from there are its own too. */
  readonly includes?: Includes | undefined;
}

/** One text of both, or why there is none. What the candidate has keeps its offsets. */
export type Joined =
  | { readonly ok: true; readonly text: string; readonly from: number; readonly name: string }
  | { readonly ok: false; readonly why: string };

const STATED = /^[ \t]*#[ \t]*pragma[ \t]+tuner[ \t]+(\w+)[ \t]*(\w*)([^\n]*)$/gm;

/** An empty line: a text may end in a backslash, which takes in the next. */
export const APART = '\n\n';

/** The text with what it includes in place, so that it reads the same wherever it stands. */
export function wholeText(text: string, includes: Includes | undefined): string {
  const { text: all, done } = assemble(text, includes);
  const directives = [...done].map((start) => {
    const end = all.indexOf('\n', start);
    return { start, end: end < 0 ? all.length : end };
  });
  return blanked(all, directives);
}

/** The launch is the candidate's own; all else the reference decides. */
const LAUNCH: ReadonlySet<string> = new Set(['param', 'local_size', 'items']);

/** The candidate with its reference behind it, and the claim that both leave the same. Names of both
 * become the reference's own, so that neither text changes the other's meaning.
 * @param defines names of macros that were given for both. */
export function withReference(
  candidate: CandidateText,
  reference: ReferenceText,
  defines: readonly string[] = [],
): Joined {
  const calls = callsIn(reference.text);
  const meant = meantOf(candidate.kernel, reference, calls);
  if (typeof meant === 'string') return { ok: false, why: meant };
  if (languageOf(candidate.text) !== languageOf(reference.text) && meant.isKernel)
    return { ok: false, why: 'one of the two is OpenCL C and the other CUDA' };
  const declared = declaredIn(reference);
  const whole = wholeText(candidate.text, candidate.includes);
  const theirs = declaredIn({ text: whole, functions: candidate.functions });
  const borrowed = calls.find(
    (name) => theirs.has(name) && !declared.has(name) && !defines.includes(name),
  );
  if (borrowed !== undefined)
    return {
      ok: false,
      why: `the reference calls ${borrowed}, which the candidate defines and the reference does not`,
    };
  const shared = new Set(
    [...macrosIn(whole), ...[...theirs].filter((name) => declared.has(name))].filter(
      (name) => !defines.includes(name),
    ),
  );
  const { own, other, over } = settled(candidate.text, reference.text);
  const names = namesIn(`${whole}\n${other}`);
  const renamed = renamedIn(other, shared, (name) => freeName(name, names));
  const name = shared.has(meant.name) ? freeName(meant.name, names) : meant.name;
  const { tolerance = 0 } = reference;
  const same = tolerance > 0 ? `same(${name}, ${tolerance})` : `same(${name})`;
  const items = over === undefined || !meant.isKernel ? '' : ` over ${over}`;
  const text = `${own}${APART}#pragma tuner ensures ${same}${items}\n`;
  return { ok: true, text: text + renamed, from: text.length, name };
}

/** The named one, the kernel's namesake, or the only one there is; or what is wrong. */
function meantOf(
  kernel: string,
  { functions, named }: Pick<ReferenceText, 'functions' | 'named'>,
  calls: readonly string[],
): NamedFunction | string {
  const of = (name: string): NamedFunction | undefined =>
    functions.find((each) => each.name === name);
  const all = functions.map(({ name }) => name).join(', ');
  if (functions.length === 0) return 'the reference has no function with a body';
  if (named !== undefined)
    return of(named) ?? `the reference has no function ${named}; it has ${all}`;
  const kernels = functions.filter(({ isKernel }) => isKernel);
  // Helpers are called: their names stand before a parenthesis twice.
  const isCalled = (name: string): boolean => calls.filter((one) => one === name).length > 1;
  const among = kernels.length > 0 ? kernels : functions.filter((each) => !isCalled(each.name));
  const [only, ...others] = among;
  const found = of(kernel) ?? (others.length === 0 ? only : undefined);
  return found ?? `the reference has ${all}: name one, as in FILE:${functions[0]?.name}`;
}

interface Stated {
  readonly kind: string;
  /** Subject; two lines of one key cannot both hold. */
  readonly key: string;
  readonly value: string;
  readonly span: Span;
}

const statedIn = (text: string): Stated[] =>
  [...blankComments(text).text.matchAll(STATED)].map(
    ({ 0: line, 1: kind = '', 2: subject = '', 3: rest = '', index }) => ({
      kind,
      key: kind === 'items' || kind === 'local_size' ? kind : `${kind} ${subject}`,
      value: `${subject}${rest}`.trim(),
      span: { start: index, end: index + line.length },
    }),
  );

/** Claims and conditions may be many; of the rest the last one stated holds. */
const isSettledBy = ({ kind, key }: Stated, others: readonly Stated[]): boolean =>
  kind !== 'ensures' && kind !== 'require' && others.some((each) => each.key === key);

const without = (text: string, all: readonly Stated[]): string =>
  blanked(
    text,
    all.map(({ span }) => span),
  );

/** The text with pragmas of the caller behind it, which win over its own.
 * @param lines what stands after `#pragma tuner`. */
export function stating(text: string, lines: readonly string[]): string {
  if (lines.length === 0) return text;
  const said = lines.map((line) => `#pragma tuner ${line.trim()}\n`).join('');
  const theirs = statedIn(said);
  const own = statedIn(text).filter((each) => isSettledBy(each, theirs));
  return `${without(text, own)}${APART}${said}`;
}

/** The text with its own pragmas blanked. */
export const withoutPragmas = (text: string): string => without(text, statedIn(text));

/** Facts that a text states and its verdict may rest on. */
export const factsIn = (text: string): readonly string[] =>
  statedIn(text)
    .filter(({ kind }) => kind !== 'ensures')
    .map(({ kind, value }) => `${kind} ${value}`);

const nameIn = (key: string): string => key.slice(key.indexOf(' ') + 1);

/** Parameters that facts of a problem name are its sizes, and no choice of whoever solves it; those of a launch are. */
function sizesIn(all: readonly Stated[]): ReadonlySet<string> {
  const namesOf = (isMeant: (one: Stated) => boolean): ReadonlySet<string> =>
    namesIn(
      all
        .filter(isMeant)
        .map(({ value }) => value)
        .join('\n'),
    );
  const groups = namesOf(({ kind }) => kind === 'local_size');
  const named = namesOf(({ kind }) => !LAUNCH.has(kind));
  const parameters = all.filter(({ kind }) => kind === 'param').map(({ key }) => nameIn(key));
  return new Set(
    parameters.filter(
      (name) => named.has(name) && !groups.has(name) && !/^(?:WG|block_size_[xyz])$/.test(name),
    ),
  );
}

/** Facts that both state are the reference's, and a launch the candidate's. */
function settled(
  candidate: string,
  reference: string,
): { readonly own: string; readonly other: string; readonly over: string | undefined } {
  const ours = statedIn(candidate);
  const theirs = statedIn(reference);
  const sizes = sizesIn(theirs);
  const isOwn = ({ kind, key }: Stated): boolean =>
    LAUNCH.has(kind) && !(kind === 'param' && sizes.has(nameIn(key)));
  // A candidate that says which sizes it is for is asked for all of them.
  const isEvading = ({ kind, value }: Stated): boolean =>
    kind === 'require' && [...namesIn(value)].some((name) => sizes.has(name));
  const leftOut = ours.filter(
    (each) => isEvading(each) || (!isOwn(each) && isSettledBy(each, theirs)),
  );
  const leftOfTheirs = theirs.filter((each) => isOwn(each) && isSettledBy(each, ours));
  return {
    own: without(candidate, leftOut),
    other: without(reference, leftOfTheirs),
    over: leftOfTheirs.find(({ kind }) => kind === 'items')?.value,
  };
}

/** Names that a text declares at file scope: functions, types, variables. */
function declaredIn({ text, functions }: Pick<ReferenceText, 'text' | 'functions'>): Set<string> {
  const { text: clean } = blankComments(text);
  const tokens = tokenize(blanked(clean, directivesIn(clean)));
  const found = new Set(functions.map(({ name }) => name));
  let depth = 0;
  let isUsing = false;
  tokens.forEach(({ kind, text: word }, at) => {
    if (/^[({[]$/.test(word)) depth += 1;
    if (/^[)}\]]$/.test(word)) depth = Math.max(0, depth - 1);
    if (depth > 0 || kind !== 'name') {
      isUsing &&= word !== ';';
      return;
    }
    isUsing ||= word === 'using';
    const next = tokens[at + 1]?.text ?? '';
    const isTag = /^(?:struct|union|enum|class)$/.test(tokens[at - 1]?.text ?? '');
    if (!isUsing && !word.startsWith('__') && (isTag || /^(?:=|\[|;|,)$/.test(next)))
      found.add(word);
  });
  return found;
}

const macrosIn = (text: string): string[] =>
  [...blankComments(text).text.matchAll(/^[ \t]*#[ \t]*define[ \t]+(\w+)/gm)].flatMap(
    ([, name]) => name ?? [],
  );

const callsIn = (text: string): string[] => {
  const tokens = tokenize(blankComments(text).text);
  return tokens.flatMap(({ kind, text: name }, at) =>
    kind === 'name' && tokens[at + 1]?.text === '(' ? [name] : [],
  );
};

const namesIn = (text: string): ReadonlySet<string> =>
  new Set([...text.matchAll(/[A-Za-z_]\w*/g)].map(([name]) => name));

function freeName(name: string, taken: ReadonlySet<string>): string {
  let free = `${name}_reference`;
  while (taken.has(free)) free += '_';
  return free;
}

/** Renames whole words of code and directives, but no members and no file names. */
function renamedIn(
  text: string,
  names: ReadonlySet<string>,
  newName: (name: string) => string,
): string {
  if (names.size === 0) return text;
  const { text: clean } = blankComments(text);
  let at = 0;
  let made = '';
  const words =
    /"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?|^[ \t]*#[ \t]*include[^\n]*|(?<!\.\s*|->\s*)\b[A-Za-z_]\w*/gm;
  for (const { 0: word, index } of clean.matchAll(words)) {
    if (!names.has(word)) continue;
    made += text.slice(at, index) + newName(word);
    at = index + word.length;
  }
  return made + text.slice(at);
}
