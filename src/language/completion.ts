import type { Span } from '../base/span.ts';
import { builtinOf, BUILTINS, isBuiltinConstant } from '../front/builtins.ts';
import { SAME_ABOUT, SAME_SYNTAX } from './vocabulary.ts';
import { isPragmaKind, mayMentionItems, PRAGMA_WORDS, type PragmaKind } from '../front/pragma.ts';
import { BUILTIN_CONSTANTS, ITEM_INFOS, KEYWORDS, PLATFORM_NAMES, TYPES } from './vocabulary.ts';
import { lineBefore, type Named, scan, type Scan, within } from './scan.ts';

/** Something an editor offers to write. */
export interface Completion {
  readonly label: string;
  readonly kind:
    'function' | 'variable' | 'constant' | 'keyword' | 'type' | 'parameter' | 'macro' | 'pragma';
  /** Text to insert. */
  readonly insert: string;
  /** `insert` has placeholders: `${1:WG}`. */
  readonly snippet?: boolean;
  /** A signature or a declaration, on one line. */
  readonly detail?: string;
  readonly about?: string;
  /** The text it replaces. */
  readonly replace: Span;
}

/** Names in the editors' `CompletionItemKind`, Monaco's and the protocol's alike. */
export const ITEM_KINDS = {
  function: 'Function',
  variable: 'Variable',
  constant: 'Constant',
  keyword: 'Keyword',
  type: 'Struct',
  parameter: 'Property',
  macro: 'Constant',
  pragma: 'Keyword',
} as const satisfies Record<Completion['kind'], string>;

/** The text's own declarations come first. */
export const orderOf = ({ label, kind }: Completion): string =>
  `${kind === 'variable' || kind === 'parameter' || kind === 'pragma' ? 0 : 1}${label}`;

/** A blank completes in pragmas only. */
export const completesAfterBlank = (line: string): boolean => /^\s*#\s*pragma\b/.test(line);

/** The label is written where nothing else is. */
type Draft = Omit<Completion, 'replace' | 'insert'> & Partial<Pick<Completion, 'insert'>>;

/** All completions at an offset; the editor filters them by what is typed. */
export function completions(source: string, offset: number): readonly Completion[] {
  const at = Math.max(0, Math.min(Math.trunc(offset), source.length));
  const line = lineBefore(source, at);
  if (line === undefined || inString(line)) return [];
  const word = /(?<!\w)[A-Za-z_]\w*$/.exec(line)?.[0] ?? '';
  if (word === '' && /\d\w*$/.test(line)) return []; // inside a number
  const replace = { start: at - word.length, end: at };
  const head = line.slice(0, line.length - word.length);
  return drafts(scan(source), head, at).map((draft) => ({
    insert: draft.label,
    ...draft,
    replace,
  }));
}

const inString = (line: string): boolean =>
  (line.replace(/\\./g, '').match(/"/g)?.length ?? 0) % 2 === 1;

function drafts(text: Scan, head: string, at: number): readonly Draft[] {
  if (/^\s*#\s*$/.test(head)) return directives();
  if (/^\s*#\s*pragma\s+$/.test(head))
    return [{ label: 'tuner', kind: 'pragma', insert: 'tuner ', about: 'A fact for the tuner.' }];
  const pragma = /^\s*#\s*pragma\s+tuner\s+(.*)$/s.exec(head);
  if (pragma !== null) return inPragma(text, pragma[1] ?? '', at);
  if (/^\s*#/.test(head)) return named(text, at, ['macro', 'parameter']).concat(platform());
  return inCode(text, at);
}

const directives = (): Draft[] => [
  {
    label: 'pragma tuner',
    kind: 'pragma',
    insert: 'pragma tuner ',
    about: 'A fact for the tuner: a parameter, a constraint, a cost.',
  },
  ...words('keyword', ['define', 'undef', 'if', 'ifdef', 'ifndef', 'else', 'elif', 'endif']),
];

/** Inside `#pragma tuner `: the word, its target, or an expression. */
function inPragma(text: Scan, rest: string, at: number): readonly Draft[] {
  const [, kind = '', after = ''] = /^(\w*)\s*(.*)$/s.exec(rest) ?? [];
  if (!/^\w+\s/.test(rest))
    return Object.entries(PRAGMA_WORDS).map(([label, { syntax, snippet, about }]): Draft => ({
      label,
      kind: 'pragma',
      insert: snippet,
      snippet: true,
      detail: syntax,
      about,
    }));
  if (!isPragmaKind(kind)) return [];
  // These pragmas name their target first.
  const isTargeted = /^(param|cost|value|local|barrier)$/.test(kind);
  if (isTargeted && !after.includes('=')) return after === '' ? targets(text, kind) : [];
  if (kind === 'assume') return words('keyword', ['taken', 'not taken', 'uniform']);
  if (kind === 'param') {
    const values = /=\s*$/.test(after) ? DOMAINS : [];
    return [...values, ...platform(), ...named(text, at, ['macro'])];
  }
  if (kind === 'ensures' && /^same\s*\(\s*\w*$/.test(after))
    return text.names.filter(({ kind: is }) => is === 'kernel' || is === 'function').map(draftOf);
  const same = kind === 'ensures' && /^\w*$/.test(after) ? [SAME] : [];
  const items = mayMentionItems(kind) ? ITEM_INFOS.map(constant) : [];
  const target = /^(\w+)\s*=/.exec(after)?.[1];
  const args = kind === 'cost' || kind === 'value' ? argumentsOf(text, target) : [];
  return [...same, ...named(text, at, ['parameter', 'macro']), ...args, ...platform(), ...items];
}

const SAME: Draft = {
  label: 'same',
  kind: 'keyword',
  insert: 'same(${1:reference})',
  snippet: true,
  detail: SAME_SYNTAX,
  about: SAME_ABOUT,
};

/** Names without a pragma of this kind. */
function targets(text: Scan, kind: PragmaKind): Draft[] {
  const taken = text.pragmas.flatMap((pragma) =>
    pragma.kind === kind && 'target' in pragma ? [pragma.target.name] : [],
  );
  const drafts = (fits: (name: Named) => boolean): Draft[] => text.names.filter(fits).map(draftOf);
  const all = (): Draft[] => {
    switch (kind) {
      case 'cost':
      case 'barrier':
        return [
          ...drafts(({ kind: is }) => is === 'function'),
          ...words('function', calledNames(text), 'Called here.'),
        ];
      case 'local':
        return drafts(({ space }) => space === 'local');
      case 'param': {
        const ofKernels = text.names.flatMap(({ kind: is, parameters = [] }) =>
          is === 'kernel' ? parameters : [],
        );
        const isScalar = ({ kind: is, space, name }: Named): boolean =>
          is === 'argument' && space === undefined && ofKernels.includes(name);
        return [...drafts(isScalar), ...words('parameter', ['WG', 'TS'])];
      }
      default:
        return drafts(({ kind: is }) => /^(argument|variable|function)$/.test(is));
    }
  };
  return unique(all().filter(({ label }) => !taken.includes(label)));
}

/** Functions called without declaration or built-in. */
function calledNames({ tokens, names }: Scan): string[] {
  const known = new Set(names.map(({ name }) => name));
  const called = tokens.flatMap(({ kind, text }, i) =>
    kind === 'name' && tokens[i + 1]?.text === '(' ? [text] : [],
  );
  return [...new Set(called)].filter(
    (name) =>
      !known.has(name) &&
      builtinOf(name) === undefined &&
      !KEYWORDS.includes(name) &&
      !isBuiltinConstant(name),
  );
}

const argumentsOf = ({ names }: Scan, target: string | undefined): Draft[] =>
  names
    .filter(({ kind, name }) => kind === 'function' && name === target)
    .flatMap(({ parameters = [] }) => words('variable', parameters, `Argument of ${target}.`));

const domain = (label: string, insert: string, detail: string, about: string): Draft => {
  return { label, kind: 'function', insert, snippet: true, detail, about };
};

const DOMAINS: readonly Draft[] = [
  domain(
    'pow2',
    'pow2(${1:4}, ${2:size/2})',
    'pow2(low, high)',
    'low, 2 low, 4 low, ... up to high',
  ),
  domain(
    'range',
    'range(${1:1}, ${2:size}, ${3:1})',
    'range(low, high, step)',
    'low, low + step, ... up to high',
  ),
  domain('{ }', '{${1:1, 2, 4}}', '{1, 2, 4}', 'A list of values.'),
];

function inCode(text: Scan, at: number): readonly Draft[] {
  return unique([
    ...named(text, at),
    ...platform(),
    ...BUILTINS.map(({ name: label, signature: detail, about }): Draft => {
      return { label, kind: 'function', detail, about };
    }),
    ...words('constant', BUILTIN_CONSTANTS),
    ...words('keyword', KEYWORDS),
    ...words('type', TYPES),
  ]);
}

/** Names visible at an offset, innermost first. */
const named = ({ names }: Scan, at: number, kinds?: readonly Named['kind'][]): Draft[] =>
  names
    .filter(
      ({ kind, scope, span }) =>
        (kinds?.includes(kind) ?? true) && within(scope, at) && span.end !== at,
    )
    .toSorted((a, b) => b.scope.start - a.scope.start)
    .map(draftOf);

const draftOf = ({ name, kind, declaration }: Named): Draft => ({
  label: name,
  kind: kind === 'kernel' ? 'function' : kind === 'argument' ? 'variable' : kind,
  detail: declaration,
});

const words = (kind: Completion['kind'], labels: readonly string[], about?: string): Draft[] =>
  labels.map((label) => ({ label, kind, ...(about !== undefined && { about }) }));

const constant = ({ name, about }: { readonly name: string; readonly about: string }): Draft => ({
  label: name,
  kind: 'constant',
  about,
});

const platform = (): Draft[] => PLATFORM_NAMES.map(constant);

/** The first of each name. */
const unique = (list: readonly Draft[]): Draft[] =>
  [...new Map(list.toReversed().map((draft) => [draft.label, draft])).values()].toReversed();
