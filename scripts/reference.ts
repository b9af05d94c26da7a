/** `npm run -s reference`: writes the tables of docs/language.md from the product's own. Text
 * between `<!-- NAME -->` and `<!-- end -->` is generated, the rest handwritten. */
import { groupedBy } from '../src/base/grouped.ts';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { CONSTANTS } from '../src/base/constants.ts';
import { BUILTIN_COSTS, type BuiltinSort } from '../src/front/builtin-rows.ts';
import { ALL_BUILTINS } from '../src/front/builtins.ts';
import { BINARY, UNARY } from '../src/base/operators.ts';
import { PRAGMA_WORDS } from '../src/front/pragma.ts';
import { ITEM_INFOS } from '../src/language/vocabulary.ts';
import { SEMANTICS } from '../src/platform/index.ts';
import { LEVEL_TABLE } from '../src/promela/levels.ts';
import { METHODS } from '../src/tuning/methods.ts';
import { table } from './markdown-table.ts';

const cell = (text: string): string => text.replaceAll('|', '\\|');
const code = (text: string): string => `\`${cell(text)}\``;

const SORTS = Object.keys(BUILTIN_COSTS) as BuiltinSort[];

/** Built-ins grouped by cost; equal signatures share a line. */
function builtins(): string {
  const costs = [...new Set(SORTS.map((sort) => BUILTIN_COSTS[sort]))];
  return costs
    .map((cost) => {
      const all = ALL_BUILTINS.filter(({ sort }) => BUILTIN_COSTS[sort] === cost);
      const rows = groupedBy(all, ({ name, signature, about }) =>
        JSON.stringify([signature.replace(name, 'NAME'), about]),
      );
      return `### ${cost.replace(/\.$/, '')}\n\n${table(
        ['functions', 'as declared', 'what it does'],
        [...rows.values()].map((alike) => [
          alike.map(({ name }) => code(name)).join(' '),
          code(alike[0]?.signature.replace(alike[0].name, alike.length > 1 ? 'f' : '$&') ?? ''),
          cell(alike[0]?.about ?? ''),
        ]),
      )}`;
    })
    .join('\n\n');
}

/** From the loosest to the tightest. */
function operators(): string {
  const infix = Object.entries(BINARY).filter(([, { precedence }]) => precedence > 0);
  const rows = groupedBy(infix, ([, { precedence }]) => precedence);
  const called = Object.entries(BINARY).filter(([, { precedence }]) => precedence === 0);
  const prefix = Object.keys(UNARY);
  return table(
    ['binds', 'operators'],
    [
      ...[...rows].map(([precedence, ops]) => [
        `${precedence}`,
        ops.map(([name]) => code(name)).join(' '),
      ]),
      [
        'before its operand',
        prefix
          .filter((name) => !/^\w/.test(name))
          .map(code)
          .join(' '),
      ],
      [
        'as a call',
        [
          ...called.map(([name]) => `${name}(a, b)`),
          ...prefix.filter((name) => /^\w/.test(name)).map((name) => `${name}(a)`),
        ]
          .map(code)
          .join(' '),
      ],
    ],
  );
}

const TABLES: Readonly<Record<string, () => string>> = {
  pragmas: () =>
    table(
      ['`#pragma tuner` …', 'what it says'],
      Object.values(PRAGMA_WORDS).map(({ syntax, about }) => [code(syntax), cell(about)]),
    ),
  operators,
  constants: () =>
    table(
      ['name', 'what it is', 'unit', 'usual', 'range'],
      CONSTANTS.map(({ name, meaning, unit, usual, least, most }) => [
        code(name),
        meaning,
        unit,
        `${usual}`,
        `${least} to ${most.toLocaleString('en')}`,
      ]),
    ),
  'item names': () =>
    table(
      ['name', 'what it is'],
      ITEM_INFOS.map(({ name, about }) => [code(name), about]),
    ),
  builtins,
  semantics: () =>
    table(
      ['semantics', '`--semantics`', 'what it is'],
      SEMANTICS.map(({ id, label, help }) => [label, code(id), cell(help)]),
    ),
  levels: () =>
    table(
      ['level', '`--level`', 'what it is'],
      LEVEL_TABLE.map(({ id, label, help }) => [label, code(id), cell(help)]),
    ),
  methods: () =>
    table(
      ['method', '`--method`', 'what it is'],
      METHODS.map(({ id, label, help }) => [label, code(id), cell(help)]),
    ),
};

/** Renews a page's tables. Throws for an unknown table. */
export function withTables(page: string): string {
  return page.replaceAll(/<!-- ([a-z ]+) -->\n[\s\S]*?<!-- end -->/g, (_, name: string): string => {
    const make = TABLES[name];
    if (!make) throw new Error(`No table is called ${name}: ${Object.keys(TABLES).join(', ')}.`);
    return `<!-- ${name} -->\n\n${make()}\n\n<!-- end -->`;
  });
}

/** The pages that have such tables. */
export const PAGES = ['docs/language.md', 'docs/semantics.md', 'docs/proof.md'];

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const page of PAGES) {
    const file = fileURLToPath(new URL(`../${page}`, import.meta.url));
    writeFileSync(file, withTables(readFileSync(file, 'utf8')));
  }
}
