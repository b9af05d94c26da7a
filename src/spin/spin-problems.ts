import { Failure, type FailurePlace } from '../base/failure.ts';

/** Every model's file name, quoted in SPIN's messages. */
export const modelFileName = 'model.pml';

/** Something SPIN says about a model. */
export interface SpinProblem {
  readonly severity: 'error' | 'warning';
  /** 1-based Promela line, often of the word after the mistake; absent if SPIN names none. */
  readonly line?: number | undefined;
  /** The included file, if any. */
  readonly file?: string | undefined;
  /** In plain words. */
  readonly message: string;
  /** SPIN's own words, without file and line. */
  readonly original: string;
}

/** A model rejected by SPIN or the preprocessor, with the places to fix. */
export class Rejected extends Failure {
  readonly problems: readonly SpinProblem[];

  constructor(
    place: FailurePlace,
    message: string,
    hint: string,
    problems: readonly SpinProblem[],
    detail?: string,
  ) {
    super(place, message, hint, detail);
    this.problems = problems;
  }
}

/** Forms of SPIN's messages. Groups: `text`; `line`; `error` if more than a warning; `before`, left
 * by a printf without a line break. The second pattern matches continuation lines. */
const forms: readonly (readonly [RegExp, RegExp?])[] = [
  // `spin: model.pml:3, Error: ...`, `spin: model.pml:3, warning, ...`; preprocessed text has its
  // own file names.
  [
    /^(?<before>.*?)spin: (?<file>[^\s:]+):\s*(?<line>\d+), (?:(?<error>Error): |warning[,:] )(?<text>.*)$/,
    /^(\tsaw '.*)$/,
  ],
  // Rarer: `spin: 12:model.pml, warning, ...`, ` 12: model.pml, warning: ...`.
  [/^(?:spin: )?\s*(?<line>\d+):\s*(?:[^\s:]+, )?warning[,:] (?<text>.*)$/],
  [/^spin: warning, line [^\s:]+:(?<line>\d+), (?<text>.*)$/],
  // `error: (model.pml:4) ...` with `=====> ...` below, and `spin: error, model.pml:4, ...`.
  [
    /^(?:spin: )?(?<error>error)[,:] \(?(?<file>[^\s:]+):(?<line>\d+)[,)] (?<text>.*)$/,
    /^=====>(.*)$/,
  ],
  [/^spin: (?:[Ww]arning[,:]?|(?<error>[Ee]rror),?) ?(?<text>.*)$/, /^ {5}( \S.*)$/],
  // Any other message from SPIN, except ends of runs and replays.
  [
    /^spin: (?!text of failed|trail ends|used search permutation|cannot find trail|important:)(?<text>.+)$/,
  ],
];
const outOfRange = /^(.*?)spin: indexing (.+)\[(-?\d+)\] - size is (\d+)$/;

/** Extracts SPIN's messages from among other lines, dropping follow-up errors after a real one. */
export function parseProblems(text: string): {
  problems: readonly SpinProblem[];
  rest: readonly string[];
} {
  const problems: SpinProblem[] = [];
  const rest: string[] = [];
  let subscript: string | undefined;
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  for (let i = 0; i < lines.length; i += 1) {
    const line = lines[i] ?? '';
    // A replay has a million lines and hardly any messages.
    if (!/spin:|warning|error/.test(line)) {
      rest.push(line);
      continue;
    }
    const range = outOfRange.exec(line);
    if (range) {
      if (range[1]) rest.push(range[1]);
      subscript = `Index ${range[3]} is outside \`${range[2]}\`, which has ${range[4]} elements.`;
      continue;
    }
    const [pattern, more] = forms.find(([form]) => form.test(line)) ?? [];
    const { before, text: said, error, file, line: at } = pattern?.exec(line)?.groups ?? {};
    if (said === undefined) {
      rest.push(line);
      continue;
    }
    if (before) rest.push(before);
    let original = said;
    for (; more?.test(lines[i + 1] ?? ''); i += 1) {
      original += more.exec(lines[i + 1] ?? '')?.[1];
    }
    problems.push({
      severity: error ? 'error' : 'warning',
      line: at === undefined ? undefined : Number(at),
      ...(file !== undefined && file !== modelFileName && { file: file.replaceAll('"', '') }),
      message:
        (before !== undefined && subscript) ||
        plainWords(`${original}${fieldsSaid(original, rest)}`),
      original,
    });
    if (before !== undefined) subscript = undefined;
  }
  return { problems: withoutFollowUps(problems), rest };
}

/** SPIN's numbers of fields, in a line before. */
function fieldsSaid(original: string, before: string[]): string {
  if (original !== 'too many pars in send') return '';
  const [, sent, most] =
    /^\t(\d+) msg parameters sent, (\d+) expected$/.exec(before.at(-1) ?? '') ?? [];
  if (sent === undefined) return '';
  before.splice(-2); // and the channel's name
  return ` ${sent} ${most}`;
}

const forerunner = /^saw \d+ parameters, expected/;
const followUp = /^(aborting|no runable process|cannot locate subfield|could not translate ltl)/;

function withoutFollowUps(problems: readonly SpinProblem[]): readonly SpinProblem[] {
  const first = problems.findIndex(({ severity }) => severity === 'error');
  return first < 0
    ? problems
    : problems.filter(
        ({ original }, index) => !(index <= first ? forerunner : followUp).test(original),
      );
}

/** Quotes a token: `keyword: fi`, `operator: =`, `'}' = 125`. */
function seen(token: string): string {
  const character = /^'(.)' = \d+$/.exec(token);
  if (character) return `\`${character[1]}\``;
  const word = /^(?:keyword|operator|function-name|token): (.*)$/.exec(token);
  if (word) return `\`${word[1]}\``;
  return /^[a-z(]/.test(token) ? token.replace(/^an? /, '') : `\`${token}\``;
}

// Cryptic messages of SPIN 6.5.2, reworded; `$1` is the first group.
const rewrites: readonly (readonly [RegExp, string])[] = [
  [/^syntax error$/, 'The model ends too early: a `}`, `)`, `fi` or `od` is missing.'],
  [
    /^memory exhausted/,
    'Nested too deep for SPIN: some thousand brackets, selections or operators stand open here.',
  ],
  [/^undeclared variable:? '?(\w+)'?/, '`$1` is not declared before this line.'],
  [/^undecl var (\w+)/, '`$1` is not declared.'],
  [/^redeclaration of '(\w+)'/, '`$1` is declared twice.'],
  [/^proctype (\w+) redefined/, 'The process type `$1` is defined twice.'],
  [/^undefined label (\w+)/, 'There is no label `$1` in this process.'],
  [
    /^wrong number of parameters/,
    'A `run` gives a process another number of values than its type has parameters.',
  ],
  [
    /^bad index in for-construct (\w+)/i,
    '`for` and `select` take a plain variable, not an element or field of `$1`: take one, and copy it.',
  ],
  [/^too (many|few) parameters in run (\w+)/, '`run $2` gives too $1 values.'],
  [/^no field '(\w+)' defined in structure '(\w+)'/, '`$2` has no field `$1`.'],
  [
    /^wrong nr of params on call of '(\w+)'/,
    'The inline `$1` is called with the wrong number of arguments.',
  ],
  [
    /^no runable process/,
    'Nothing would run: no process type is active (`active [0]` starts none), and there is no init.',
  ],
  [
    /^too many pars in send (\d+) (\d+)$/,
    'Here $1 values are sent, but no channel has so many fields: the most is $2. Declare the channel with them, as in `chan q = [1] of { byte }`.',
  ],
  [
    /^value \((-?\d+)->(-?\d+) \((\d+)\)\) truncated in assignment/,
    '$1 does not fit into $3 bits: $2 was stored.',
  ],
  [/^too few print args (.*)$/, 'printf has fewer arguments than its format asks for: $1'],
  [/^ltl definition not terminated/, 'A `$` has no place in a model.'],
  [/^string not terminated/, 'A string has no closing quote.'],
  [/^misplaced break statement/, '`break` stands outside a `do` loop.'],
  [/^duplicate `else'/, 'This selection has two `else` branches.'],
  [
    /^sequence must have at least one statement/,
    'Here at least one statement must stand; `skip` will do.',
  ],
  [/^stmnt in d_step blocks/, 'A statement inside d_step cannot run: d_step must not block.'],
  [/^rv-attempt in d_step sequence/, 'A rendezvous inside d_step is not possible; use atomic.'],
  [
    /^c_code fragments remain uninterpreted/,
    "SPIN's simulator does not run C fragments: values that depend on them are wrong.",
  ],
];

function plainWords(original: string): string {
  const [, text = original, token] = /^(.*?)\s*saw '(.*?)'(?: near '.*)?$/.exec(original) ?? [];
  const unterminated = / statement separator(?: near '.*)?$/;
  const bare = text
    .replace(unterminated, '')
    .replace(/ near '.*$/, '')
    .trim();
  if (bare === 'syntax error' && token !== undefined) {
    if (token === 'process name')
      return 'The name of a process type has no place here: it may be defined twice, or `run` is missing before it.';
    return `Unexpected ${seen(token)}: something is missing or misplaced here or just before.`;
  }
  if (bare === 'syntax error' && unterminated.test(text)) {
    return 'Unexpected `;` or `->`: something is missing or misplaced here or just before.';
  }
  for (const [pattern, rewrite] of rewrites) {
    const match = pattern.exec(bare);
    if (match) return rewrite.replace(/\$(\d)/g, (_, group: string) => match[Number(group)] ?? '');
  }
  const sentence = bare.charAt(0).toUpperCase() + bare.slice(1);
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
}
