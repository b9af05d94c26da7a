import { type Edit, edited, insertion } from '../mending/edit.ts';
import { type Answers, type Asked, bracketed, domainOf, type Missing, valuesIn } from './asked.ts';

/** A text with what was asked put in. */
export interface Answered {
  readonly text: string;
  /** The asked that each new line says, from the first line on. */
  readonly lines: readonly (readonly string[])[];
}

interface Line {
  readonly words: string;
  readonly ids: readonly string[];
}

/** The text with a pragma for each answer; what has none keeps its guess. */
export function answered(missing: Missing, answers: Answers): Answered {
  const { text, asked, tiles, needs } = missing;
  const answerTo = ({ id, guess }: Asked): string => (answers[id] ?? guess).trim();
  const of = (...kinds: readonly Asked['of'][]): readonly Asked[] =>
    asked.filter((each) => kinds.includes(each.of));
  const tuned = of('tile').filter((each) => {
    const tile = tiles.find(({ name }) => name === each.name);
    return tile?.isOpen === true || answerTo(each) !== domainOf([tile?.value ?? 0]);
  });
  const isTuned = (name: string): boolean => tuned.some((each) => each.name === name);
  const values = new Map([
    ...of('argument').map((each) => [each.name, answerTo(each)] as const),
    // Nothing defines a name for a number that stays.
    ...tiles
      .filter(({ name, isLiteral }) => isLiteral && !isTuned(name))
      .map(({ name, value }) => [name, String(value)] as const),
  ]);
  const groups = of('groups').map(({ id }) => id.slice('param '.length));
  const sizes = (word: string, kind: 'group' | 'items'): readonly Line[] => {
    const fields = of(kind);
    if (fields.length === 0) return [];
    const each = fields.map((field) => withValues(answerTo(field), values));
    const line = `#pragma tuner ${word} ${each.join(', ')}`;
    return line === '#pragma tuner items size'
      ? []
      : [{ words: line, ids: fields.map(({ id }) => id) }];
  };
  const lines: readonly Line[] = [
    ...[...of('groups'), ...tuned].map((each) => ({
      words: `#pragma tuner param ${each.id.slice('param '.length)} = ${answerTo(each)}`,
      ids: [each.id],
    })),
    ...of('argument').map((each) => ({
      words: `#pragma tuner value ${each.name} = ${answerTo(each)}`,
      ids: [each.id],
    })),
    ...(groups.length > 1
      ? [
          {
            words: `#pragma tuner local_size ${[...groups, '1'].slice(0, of('items').length).join(', ')}`,
            ids: [],
          },
        ]
      : []),
    ...sizes('local_size', 'group'),
    ...sizes('items', 'items'),
    ...of('local').map((each) => ({
      words: `#pragma tuner local ${each.name} = ${withValues(answerTo(each), values)}`,
      ids: [each.id],
    })),
    ...needs
      .filter((need) => tuned.some(({ name }) => new RegExp(`\\b${name}\\b`).test(need)))
      .map((need) => ({ words: `#pragma tuner require ${need}`, ids: [] })),
  ];
  const edits: readonly Edit[] = tiles
    .filter(({ name }) => isTuned(name))
    .flatMap((tile) => tile.edits)
    .toSorted((a, b) => a.span.start - b.span.start);
  const top = insertion(0, lines.map(({ words }) => `${words}\n`).join(''));
  return { text: edited(text, [top, ...edits]), lines: lines.map(({ ids }) => ids) };
}

/** Pragmas of the launch know no arguments, so their values stand there. */
function withValues(expression: string, values: ReadonlyMap<string, string>): string {
  return expression.replaceAll(/[A-Za-z_]\w*/g, (name) => {
    const value = values.get(name);
    if (value === undefined) return name;
    return value === expression ? value : bracketed(value);
  });
}

/** With one value of a tile more or less. */
export function toggled(domain: string, value: number): string {
  const values = new Set(valuesIn(domain));
  if (!values.delete(value)) values.add(value);
  return domainOf([...values].toSorted((a, b) => a - b));
}
