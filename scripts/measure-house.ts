/** Compares the sources' shape with 2026-11-23 and the goal: `npm run -s measure:house`, with `--
 * --json` as data, with `-- --tree FOLDER` of another checkout. It only informs and never fails. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { parseSync, type Comment } from 'oxc-parser';

interface Source {
  readonly path: string;
  readonly text: string;
}

const SCRIPT = /\.(?:tsx?|mjs)$/;

function filesUnder(tree: string, folder: string): Source[] {
  if (!existsSync(join(tree, folder))) return [];
  return readdirSync(join(tree, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:tsx?|mjs|css)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()
    .map((file) => ({ path: file.slice(tree.length + 1), text: readFileSync(file, 'utf8') }));
}

const isTest = ({ path }: Source): boolean =>
  /\.test\.\w+$/.test(path) || path.startsWith('src/testing/');

const linesOf = (text: string): number => text.split('\n').length - 1;

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

const isNode = (value: unknown): value is Node & Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

function* nodesIn(value: unknown): Generator<Node & Readonly<Record<string, unknown>>> {
  if (Array.isArray(value)) for (const each of value) yield* nodesIn(each);
  if (!isNode(value)) return;
  yield value;
  for (const each of Object.values(value))
    if (typeof each === 'object' && each !== null) yield* nodesIn(each);
}

const WORD = /[\w$#@]+|=>|\.{3}|\?\?=?|\?\.|[-+*/%&|^<>=!]=+|&&|\|\||\*\*|\+\+|--|<<|>>>?|\S/g;

/** Without comments; a string, regular expression or template piece counts once. */
function tokensOf(text: string, nodes: readonly Node[], comments: readonly Comment[]): number {
  const whole = nodes.filter(({ type }) =>
    ['Literal', 'TemplateElement', 'JSXText'].includes(type),
  );
  const skipped = new Set<Node | Comment>(comments);
  let count = 0;
  let at = 0;
  for (const span of [...whole, ...comments].toSorted((a, b) => a.start - b.start)) {
    if (span.start < at) continue;
    count += text.slice(at, span.start).match(WORD)?.length ?? 0;
    count += skipped.has(span) ? 0 : 1;
    at = span.end;
  }
  return count + (text.slice(at).match(WORD)?.length ?? 0);
}

/** Words of comments; adjacent lines count as one comment. */
function commentsOf(text: string, comments: readonly Comment[]): string[][] {
  const texts: string[] = [];
  let end = -1;
  for (const comment of comments) {
    const goesOn =
      comment.type === 'Line' && end >= 0 && /^\n[ \t]*$/.test(text.slice(end, comment.start));
    if (goesOn) texts.push(`${texts.pop() ?? ''} ${comment.value}`);
    else texts.push(comment.value);
    end = comment.type === 'Line' ? comment.end : -1;
  }
  return texts
    .map((each) => each.match(/[\p{L}\d'`_.-]*[\p{L}\d][\p{L}\d'`_.-]*/gu) ?? [])
    .filter((words) => words.length > 0);
}

const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']);
const OPENINGS = new Set(['What', 'Whether', 'How', 'Of', 'As', 'That']);

const times = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;
const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);
const rankOf = (sorted: readonly number[], share: number): number =>
  sorted[Math.floor(sorted.length * share)] ?? 0;

/** Rooms of the device semantics may say its name. */
const isOfDevice = ({ path }: Source): boolean => /(?:^|\/)device/.test(path);

type Figures = Readonly<Record<string, number>>;

function measured(tree: string): Figures {
  const src = filesUnder(tree, 'src').filter((file) => !isTest(file));
  const all = [...src, ...filesUnder(tree, 'cli'), ...filesUnder(tree, 'scripts')]
    .filter((file) => !isTest(file) && SCRIPT.test(file.path))
    .map((file) => {
      const { program, comments } = parseSync(file.path, file.text);
      return { ...file, nodes: [...nodesIn(program)], comments };
    });
  const scripts = all.filter(({ path }) => path.startsWith('src/'));
  const styles = src.filter(({ path }) => path.endsWith('.css'));
  const comments = all.flatMap(({ text, comments: found }) => commentsOf(text, found));
  const functions = scripts
    .flatMap(({ text, nodes }) =>
      nodes
        .filter(({ type }) => FUNCTIONS.has(type))
        .map(({ start, end }) => linesOf(text.slice(start, end)) + 1),
    )
    .toSorted((a, b) => a - b);
  const count = (pattern: RegExp): number => sum(scripts.map(({ text }) => times(text, pattern)));
  const nodesOf = (is: (node: Node & Readonly<Record<string, unknown>>) => boolean): number =>
    sum(scripts.map(({ nodes }) => nodes.filter(is).length));
  const core = scripts.find(({ path }) => path === 'src/session/core.ts');
  const index = scripts.find(({ path }) => path === 'src/session/index.ts');
  const ofCore = (core?.nodes ?? []).filter(({ type }) => FUNCTIONS.has(type));
  const named = scripts.filter((file) => !isOfDevice(file));
  const opened = comments.filter(([first = '']) => OPENINGS.has(first)).length;
  const rooms = readdirSync(join(tree, 'src'), { withFileTypes: true }).filter((entry) =>
    entry.isDirectory(),
  );
  return {
    'lines of src, without tests': sum(src.map(({ text }) => linesOf(text))),
    'tokens of src, cli and scripts, without tests and comments': sum(
      all.map((file) => tokensOf(file.text, file.nodes, file.comments)),
    ),
    'words in a comment': sum(comments.map(({ length }) => length)) / comments.length,
    '% of comments that begin with What, Whether, How, Of, As, That':
      (100 * opened) / comments.length,
    comments: comments.length,
    'members that are private': nodesOf(({ accessibility }) => accessibility === 'private'),
    'members that are #': nodesOf(
      ({ type, key }) =>
        (type === 'PropertyDefinition' || type === 'MethodDefinition') &&
        isNode(key) &&
        key.type === 'PrivateIdentifier',
    ),
    'spreads of an object written in place': nodesOf(
      ({ type, argument }) =>
        type === 'SpreadElement' && isNode(argument) && argument.type === 'ObjectExpression',
    ),
    'files over 400 lines': src.filter(({ text }) => linesOf(text) > 400).length,
    'lines of a function, median': rankOf(functions, 0.5),
    'lines of a function, 95th of 100': rankOf(functions, 0.95),
    'functions over 60 lines': functions.filter((lines) => lines > 60).length,
    'lines of session/core.ts': linesOf(core?.text ?? ''),
    'imports of session/core.ts': times(core?.text ?? '', /^import\b/gm),
    'longest function of session/core.ts': Math.max(
      0,
      ...ofCore.map(({ start, end }) => linesOf(core?.text.slice(start, end) ?? '') + 1),
    ),
    "times 'device' is asked for outside of its rooms": sum(
      named.map(({ text }) => times(text, /[!=]== 'device'|case 'device'/g)),
    ),
    'branches on model.isOpen': count(/model\??\.isOpen/g),
    'files that session/index.ts re-exports': times(index?.text ?? '', /\bfrom '/g),
    'files of ui that import session/index.ts': scripts.filter(
      ({ path, text }) => path.startsWith('src/ui/') && /session\/index\.ts'/.test(text),
    ).length,
    'unions of phases in session': sum(
      scripts
        .filter(({ path }) => path.startsWith('src/session/'))
        .map(({ text }) => times(text, /(?:readonly phase: |type Phase = )'[^']+' \|/g)),
    ),
    'files that name the operator <<': scripts.filter(({ text }) => /'<<'/.test(text)).length,
    'lengths written in CSS': sum(
      styles.map(({ text }) =>
        times(
          text.replaceAll(/^\s*--[^;]*;/gm, ''),
          /(?<![\w.#-])(?!0(?:px|rem|em)\b)\d*\.?\d+(?:px|rem|em)\b/g,
        ),
      ),
    ),
    'times any is said': nodesOf(({ type }) => type === 'TSAnyKeyword'),
    'rooms without a README': rooms.filter(
      ({ name }) => !existsSync(join(tree, 'src', name, 'README.md')),
    ).length,
  };
}

/** Counted by this script on 2026-11-23, with its goal. */
const BEFORE: Readonly<Record<string, readonly [before: number, goal?: number]>> = {
  'lines of src, without tests': [109899, 90000],
  'tokens of src, cli and scripts, without tests and comments': [838389, 712631],
  'words in a comment': [14, 10],
  '% of comments that begin with What, Whether, How, Of, As, That': [24.7, 5],
  comments: [8015],
  'members that are private': [210, 0],
  'members that are #': [585],
  'spreads of an object written in place': [309, 0],
  'files over 400 lines': [12, 0],
  'lines of a function, median': [3],
  'lines of a function, 95th of 100': [32],
  'functions over 60 lines': [108],
  'lines of session/core.ts': [373, 120],
  'imports of session/core.ts': [44, 20],
  'longest function of session/core.ts': [321],
  "times 'device' is asked for outside of its rooms": [30, 0],
  'branches on model.isOpen': [31, 0],
  'files that session/index.ts re-exports': [79, 0],
  'files of ui that import session/index.ts': [185],
  'unions of phases in session': [9, 1],
  'files that name the operator <<': [20],
  'lengths written in CSS': [1208, 0],
  'times any is said': [0, 0],
  'rooms without a README': [19, 0],
};

const { values: options } = parseArgs({
  options: { json: { type: 'boolean', default: false }, tree: { type: 'string' } },
});
const figures = measured(options.tree ?? process.cwd());
if (options.json) console.log(JSON.stringify(figures, undefined, 2));
else {
  const shown = (value: number | undefined): string =>
    value === undefined ? '' : String(Math.round(value * 10) / 10);
  const row = (...[name, ...rest]: readonly string[]): string =>
    (name ?? '').padEnd(66) + rest.map((each) => each.padStart(9)).join('');
  console.log(row('', 'before', 'now', 'goal'));
  for (const [name, now] of Object.entries(figures)) {
    const [before, goal] = BEFORE[name] ?? [];
    console.log(row(name, shown(before), shown(now), shown(goal)));
  }
}
