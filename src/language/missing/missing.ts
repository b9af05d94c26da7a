import { wordsOf } from '../../front/cuda/words.ts';
import type { LanguageWords } from '../../front/language.ts';
import type { Pragma } from '../../front/pragma.ts';
import { isInteger } from '../../front/scalar.ts';
import { type FunctionDeclaration, launchOf } from '../../front/syntax.ts';
import { positionAt } from '../../base/span.ts';
import { type Asked, bracketed, domainOf, type Missing } from './asked.ts';
import { type Extent, type Uses, usesIn } from './indices.ts';
import {
  itemsFor,
  itemsOf,
  launchGuess,
  type LaunchGuess,
  type MissingReads,
} from './launch-guess.ts';
import { guessedFor, offeredFor, type Tile, tilesIn } from './tiles.ts';

export interface MissingOf {
  readonly kernelName: string | undefined;
  /** The size that is tuned for; what is as long is not asked for less. */
  readonly size: number;
}

/** Arguments that decide about time or values, the launch, and what may be tuned. Undefined where
 * the text says all, or cannot be read. */
export function missingIn(
  reads: MissingReads,
  text: string,
  { kernelName, size }: MissingOf,
): Missing | undefined {
  // Most texts that say it all are known at once.
  if (/^[^\S\n]*#[^\S\n]*pragma[^\S\n]+tuner[^\S\n]+param\b/m.test(text)) return undefined;
  const { kernel, pragmas } = reads.programOf(text, { kernelName, values: { size } });
  if (!kernel) return undefined;
  const { stated = [], statedToRun = [] } = launchOf(kernel);
  const told = [...stated, ...statedToRun];
  // A launch in the host's code counts as no pragma.
  if (pragmas.some((each) => STATED.has(each.kind) && !told.includes(each))) return undefined;
  const said = [...pragmas, ...told];
  const uses = usesIn(kernel);
  const body = kernel.body?.span ?? kernel.nameSpan;
  const guess = launchGuess(reads, text, kernel, tilesIn(text, kernel.name, body));
  if (!guess) return undefined;
  const states = (kind: Pragma['kind']): boolean => said.some((each) => each.kind === kind);
  const isStated = states('local_size');
  const words = wordsOf(text);
  const question: Question = { text, words, kernel, uses, guess, said, size, isStated };
  const open = openArguments(question);
  const extents = extentsOf(question, open);
  const asked = [
    ...argumentsAsked(question, open, extents),
    ...(isStated && states('items') ? [] : launchAsked(question, extents)),
    ...localsAsked(question),
    ...guess.tiles.map((tile) => tileAsked(text, tile)),
  ];
  if (asked.length === 0) return undefined;
  const needs = [...guess.local, ...guess.shares].flatMap((each) => each?.needs ?? []);
  // Plain data alone: it may come from a worker.
  const tiles = guess.tiles.map(({ name, value, isLiteral, isOpen, edits }) => ({
    name,
    value,
    isLiteral,
    edits,
    ...(isOpen && { isOpen }),
  }));
  return { text, asked, tiles, needs: [...new Set(needs)], words };
}

/** Who writes these knows the pragmas; the editor says the rest. */
const STATED: ReadonlySet<string> = new Set(['param', 'local_size', 'items', 'ensures']);

interface Question {
  readonly text: string;
  readonly words: LanguageWords;
  readonly kernel: FunctionDeclaration;
  readonly uses: Uses;
  readonly guess: LaunchGuess;
  readonly said: readonly Pragma[];
  readonly size: number;
  /** A launch in the text tells the groups. */
  readonly isStated: boolean;
}

const lineOf = (text: string, offset: number): number => positionAt(text, offset).line;

const linesOf = (text: string, offsets: readonly number[]): readonly number[] =>
  [...new Set(offsets.map((offset) => lineOf(text, offset)))].toSorted((a, b) => a - b);

/** Whole numbers that nobody states. */
function openArguments({ kernel, said }: Question): readonly string[] {
  const stated = new Set(
    said.flatMap((pragma) =>
      pragma.kind === 'value'
        ? [pragma.target.name]
        : pragma.kind === 'input'
          ? [/^\s*(\w+)/.exec(pragma.text)?.[1] ?? '']
          : [],
    ),
  );
  return kernel.parameters
    .filter(({ type }) => type.kind === 'scalar' && isInteger(type.scalar))
    .map(({ name }) => name)
    .filter((name) => !stated.has(name));
}

/** The argument that each dimension is as long as. */
function extentsOf(
  { uses, guess }: Question,
  open: readonly string[],
): ReadonlyMap<number, Extent> {
  const extents = new Map<number, Extent>();
  for (const how of ['guard', 'row'] as const)
    for (const extent of guess.extents)
      if (extent.how === how && !extents.has(extent.dimension))
        extents.set(extent.dimension, extent);
  // Arguments used nowhere else must be those that only the launch knows.
  const named = new Set([...extents.values()].map(({ name }) => name));
  const idle = open.filter((name) => !named.has(name) && !uses.places.has(name));
  const free = guess.items.flatMap((_, dimension) => (extents.has(dimension) ? [] : [dimension]));
  const [dimension] = free;
  const [name] = idle;
  if (free.length === 1 && idle.length === 1 && dimension !== undefined && name !== undefined)
    extents.set(dimension, { dimension, name, how: 'row' });
  return extents;
}

/** Numbers that are seldom as large as the input. */
const SMALL: readonly (readonly [RegExp, string, string])[] = [
  [/^inc|stride|step/i, '1', 'elements side by side'],
  [/offset|start|begin|shift/i, '0', 'from the beginning'],
  [/radius|^r$|halo/i, '2', 'a small neighbourhood'],
  [/iter|rounds|passes/i, '4', 'a few rounds'],
];

function argumentsAsked(
  { text, kernel, uses, guess, words, size }: Question,
  open: readonly string[],
  extents: ReadonlyMap<number, Extent>,
): readonly Asked[] {
  const group = Math.max(
    0,
    ...guess.present,
    ...guess.shares.map((each) => Number(each?.text) || 0),
  );
  // Two groups at least: a size below one group would run nothing.
  const isEnough = size >= group;
  const length = isEnough ? 'size' : String(2 * group);
  const short = isEnough ? '' : `; the size ${size} is less than a ${words.group}`;
  return kernel.parameters
    .filter(({ name }) => open.includes(name))
    .flatMap(({ name, nameSpan }): readonly Asked[] => {
      const places = uses.places.get(name) ?? [];
      const extent = [...extents.values()].find((each) => each.name === name);
      if (places.length === 0 && extent === undefined) return [];
      const lines = linesOf(text, [nameSpan.start, ...places]);
      const asked = { id: `value ${name}`, of: 'argument', name, lines } as const;
      if (extent !== undefined)
        return [{ ...asked, guess: length, why: `${EXTENT_WORDS[extent.how]}${short}` }];
      const small = SMALL.find(([pattern]) => pattern.test(name));
      if (small) return [{ ...asked, guess: small[1], why: small[2] }];
      const why = uses.bounds.has(name) ? 'how often a loop runs' : 'as long as the input';
      return [{ ...asked, guess: length, why: `${why}${short}` }];
    });
}

const EXTENT_WORDS = {
  guard: 'the index is compared with it',
  row: 'as many as the launch',
} as const satisfies Record<Extent['how'], string>;

const AXES = ['x', 'y', 'z'] as const;

function launchAsked(
  { text, kernel, guess, words, isStated }: Question,
  extents: ReadonlyMap<number, Extent>,
): readonly Asked[] {
  const { item, group, local } = words;
  const line = [lineOf(text, kernel.nameSpan.start)];
  const why = isStated ? 'the launch in the text' : `arrays in ${local} are indexed by it`;
  const isSingle = guess.items.length === 1;
  const along = (dimension: number): string => (isSingle ? '' : ` in ${AXES[dimension] ?? ''}`);
  const items = guess.items.map((usual, dimension): Asked => {
    const extent = extents.get(dimension);
    const local = guess.local[dimension] ?? { text: '1' };
    return {
      id: `items ${dimension}`,
      of: 'items',
      name: `${item}s${along(dimension)}`,
      guess: extent
        ? itemsFor(extent.name, local, guess.shares[dimension])
        : isStated || guess.isAnyGroup
          ? usual
          : itemsOf(local),
      why: extent ? `one for each of ${extent.name}` : 'as many as the input is long',
      lines: line,
    };
  });
  if (guess.isAnyGroup)
    return [
      ...guess.local.slice(0, 2).map((_, dimension): Asked => {
        const name = isSingle ? 'WG' : (['WX', 'WY'][dimension] ?? '');
        return {
          id: `param ${name}`,
          of: 'groups',
          name: `${item}s of a ${group}${along(dimension)}`,
          guess: isSingle ? 'pow2(1, size)' : dimension === 0 ? '{4, 8, 16, 32}' : '{1, 2, 4, 8}',
          why: 'the text takes any',
          lines: line,
        };
      }),
      ...items,
    ];
  const groups = guess.local.map(({ text: local }, dimension): Asked => ({
    id: `local_size ${dimension}`,
    of: 'group',
    name: `${group}${along(dimension)}`,
    guess: local,
    why,
    lines: line,
  }));
  return [...groups, ...items];
}

/** Local memory that the host passes. */
function localsAsked({ text, words, kernel, guess, uses, said }: Question): readonly Asked[] {
  const stated = new Set(
    said.flatMap((pragma) => (pragma.kind === 'local' ? [pragma.target.name] : [])),
  );
  const group = guess.isAnyGroup
    ? 'WG'
    : guess.local.map(({ text: one }) => bracketed(one)).join(' * ');
  return kernel.parameters
    .filter(({ name, space }) => space === 'local' && !stated.has(name))
    .map(({ name, nameSpan }) => ({
      id: `local ${name}`,
      of: 'local',
      name,
      guess: group,
      why: `one element for each ${words.item} of a ${words.group}`,
      lines: linesOf(text, [nameSpan.start, ...(uses.places.get(name) ?? [])]),
    }));
}

const tileAsked = (text: string, tile: Tile): Asked => ({
  id: `param ${tile.name}`,
  of: 'tile',
  name: tile.name,
  guess: domainOf(guessedFor(tile)),
  why: tile.isOpen
    ? 'a usual value'
    : tile.isLiteral
      ? `${tile.value} in the ${tile.isLaunched ? 'launch' : 'text'}, without a name`
      : `${tile.value} in the text`,
  lines: linesOf(text, tile.places),
  offered: offeredFor(tile),
});
