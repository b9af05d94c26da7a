/** The name under which every model is handed to SPIN; it is what stands in SPIN's messages. */
export const modelFileName = 'model.pml';

/** Something SPIN says about a model. */
export interface SpinProblem {
  readonly severity: 'error' | 'warning';
  /** 1-based line of the Promela text. SPIN often names the line of the word after the mistake.
   * Absent where SPIN names none. */
  readonly line?: number;
  /** In plain words. */
  readonly message: string;
  /** As SPIN put it, without its file and line. */
  readonly original: string;
}

/** SPIN's output taken apart: what it complains about, and the lines that are something else. */
export interface ProblemsAndRest {
  readonly problems: readonly SpinProblem[];
  readonly rest: readonly string[];
}

// `spin: model.pml:3, Error: ...` and `spin: model.pml:3, warning, ...`; a text that has been through
// a preprocessor has file names of its own. A printf without a line break may stand before it.
const located = /^(.*?)spin: ([^\s:]+):\s*(\d+), (Error: |warning[,:] )(.*)$/;
// Rarer: `spin: 12:model.pml, warning, ...`, ` 12: model.pml, warning: ...`, ` 12: warning: ...`.
const lineFirst = /^(?:spin: )?\s*(\d+):\s*(?:[^\s:]+, )?warning[,:] (.*)$/;
// `error: (model.pml:4) ...` with `=====> ...` below it, and `spin: error, model.pml:4, ...`.
const bracketed = /^(?:spin: )?error[,:] \(?([^\s:]+):(\d+)[,)] (.*)$/;
const hinted = /^spin: warning, line ([^\s:]+):(\d+), (.*)$/;
const general = /^spin: (?:([Ww]arning)[,:]?|([Ee]rror),?) ?(.*)$/;
// Anything else that SPIN says in its own name, but for the ends of a run and of a replay.
const remark =
  /^spin: (?!text of failed|trail ends|used search permutation|cannot find trail|important:)(.*)$/;
const outOfRange = /^(.*?)spin: indexing (.+)\[(-?\d+)\] - size is (\d+)$/;

/** Parses SPIN's messages wherever they stand between other lines. Follow-up errors that only say
 * that SPIN gave up are left out when there is a real one before them. */
export function parseProblems(text: string): ProblemsAndRest {
  const problems: SpinProblem[] = [];
  const rest: string[] = [];
  let subscript: string | undefined;
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  for (let i = 0; i < lines.length; i += 1) {
    const line = lines[i] ?? '';
    // A replay has a million lines, and hardly one of them is a message.
    if (!/spin:|warning|error/.test(line)) {
      rest.push(line);
      continue;
    }
    const found = located.exec(line);
    if (found) {
      if (found[1]) rest.push(found[1]);
      let original = found[5] ?? '';
      // Messages that end in a line break of their own continue with "saw ..." on the next line.
      while ((lines[i + 1] ?? '').startsWith("\tsaw '")) original += lines[(i += 1)] ?? '';
      const severity = found[4]?.startsWith('E') ? 'error' : 'warning';
      const message = subscript ?? plainWords(original);
      subscript = undefined;
      problems.push({ severity, line: Number(found[3]), message, original });
      continue;
    }
    const range = outOfRange.exec(line);
    if (range) {
      if (range[1]) rest.push(range[1]);
      subscript = `Index ${range[3]} is outside \`${range[2]}\`, which has ${range[4]} elements.`;
      continue;
    }
    const numbered = lineFirst.exec(line) ?? hinted.exec(line)?.slice(1);
    if (numbered) {
      const original = numbered.at(-1) ?? '';
      const message = plainWords(original);
      problems.push({ severity: 'warning', line: Number(numbered.at(-2)), message, original });
      continue;
    }
    const bracket = bracketed.exec(line);
    if (bracket) {
      let original = bracket[3] ?? '';
      while ((lines[i + 1] ?? '').startsWith('=====>')) original += ` ${lines[(i += 1)]?.slice(7)}`;
      const message = plainWords(original);
      problems.push({ severity: 'error', line: Number(bracket[2]), message, original });
      continue;
    }
    const plain = general.exec(line);
    if (plain) {
      let original = plain[3] ?? '';
      while (/^ {6}\S/.test(lines[i + 1] ?? '')) original += ` ${(lines[(i += 1)] ?? '').trim()}`;
      const severity = plain[2] ? 'error' : 'warning';
      problems.push({ severity, message: plainWords(original), original });
      continue;
    }
    const said = remark.exec(line)?.[1];
    if (said) problems.push({ severity: 'warning', message: plainWords(said), original: said });
    else rest.push(line);
  }
  return { problems: withoutFollowUps(problems), rest };
}

function withoutFollowUps(problems: readonly SpinProblem[]): readonly SpinProblem[] {
  const isFollowUp = (problem: SpinProblem) =>
    /^(aborting|no runable process|cannot locate subfield|could not translate ltl)/.test(
      problem.original,
    );
  return problems.filter(
    (problem, index) =>
      !isFollowUp(problem) ||
      !problems.slice(0, index).some((earlier) => earlier.severity === 'error'),
  );
}

/** `keyword: fi`, `operator: =`, `'}' = 125`: the word itself, quoted where it is one. */
function seen(token: string): string {
  const character = /^'(.)' = \d+$/.exec(token);
  if (character) return `\`${character[1]}\``;
  const word = /^(?:keyword|operator|function-name|token): (.*)$/.exec(token);
  if (word) return `\`${word[1]}\``;
  return /^[a-z(]/.test(token) ? token : `\`${token}\``;
}

type Rewrite = readonly [RegExp, (...groups: readonly string[]) => string];

// The cryptic ones among those in SPIN 6.5.2's sources; the rest reads well enough as it is.
const rewrites: readonly Rewrite[] = [
  [/^syntax error$/, () => 'The model ends too early: a `}`, `)`, `fi` or `od` is missing.'],
  [/^undeclared variable:? '?(\w+)'?/, (name) => `\`${name}\` is not declared before this line.`],
  [/^undecl var (\w+)/, (name) => `\`${name}\` is not declared.`],
  [/^redeclaration of '(\w+)'/, (name) => `\`${name}\` is declared twice.`],
  [/^proctype (\w+) redefined/, (name) => `The process type \`${name}\` is defined twice.`],
  [/^undefined label (\w+)/, (name) => `There is no label \`${name}\` in this process.`],
  [
    /^no field '(\w+)' defined in structure '(\w+)'/,
    (field, name) => `\`${name}\` has no field \`${field}\`.`,
  ],
  [
    /^wrong nr of params on call of '(\w+)'/,
    (name) => `The inline \`${name}\` is called with the wrong number of arguments.`,
  ],
  [
    /^no runable process/,
    () => 'Nothing would run: the model has no active process type and no init.',
  ],
  [
    /^value \((-?\d+)->(-?\d+) \((\d+)\)\) truncated in assignment/,
    (value, kept, bits) => `${value} does not fit into ${bits} bits: ${kept} was stored.`,
  ],
  [
    /^too few print args (.*)$/,
    (format) => `printf has fewer arguments than its format asks for: ${format}`,
  ],
  [/^ltl definition not terminated/, () => 'A `$` has no place in a model.'],
  [/^string not terminated/, () => 'A string has no closing quote.'],
  [/^misplaced break statement/, () => '`break` stands outside a `do` loop.'],
  [/^duplicate `else'/, () => 'This selection has two `else` branches.'],
  [
    /^sequence must have at least one statement/,
    () => 'Here at least one statement must stand; `skip` will do.',
  ],
  [/^stmnt in d_step blocks/, () => 'A statement inside d_step cannot run: d_step must not block.'],
  [
    /^rv-attempt in d_step sequence/,
    () => 'A rendezvous inside d_step is not possible; use atomic.',
  ],
  [
    /^c_code fragments remain uninterpreted/,
    () => "SPIN's simulator does not run C fragments: values that depend on them are wrong.",
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
    return `Unexpected ${seen(token)}: something is missing or misplaced here or just before.`;
  }
  if (bare === 'syntax error' && unterminated.test(text)) {
    return 'Unexpected `;` or `->`: something is missing or misplaced here or just before.';
  }
  for (const [pattern, rewrite] of rewrites) {
    const match = pattern.exec(bare);
    if (match) return rewrite(...match.slice(1));
  }
  const sentence = bare.charAt(0).toUpperCase() + bare.slice(1);
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
}
