import type { ModelFacts } from '../../promela/index.ts';

/** Elements of an array that are offered one by one. */
const MOST_ELEMENTS = 8;

/** Candidates: scalar globals, elements of short arrays, fields, and present choices. */
export function parameterChoices(
  { globals, structures }: Pick<ModelFacts, 'globals' | 'structures'>,
  chosen: readonly string[],
): readonly string[] {
  const places = (
    variable: ModelFacts['globals'][number],
    path: string,
    depth = 0,
  ): readonly string[] => {
    const { type, size } = variable;
    if (type === 'chan' || depth > 2) return [];
    const count = size === undefined ? undefined : Number(size);
    if (count !== undefined && !(count >= 1 && count <= MOST_ELEMENTS)) return [];
    const elements =
      count === undefined ? [path] : Array.from({ length: count }, (_, at) => `${path}[${at}]`);
    const fields = structures.get(type);
    if (!fields) return elements;
    return elements.flatMap((element) =>
      fields.flatMap((field) => places(field, `${element}.${field.name}`, depth + 1)),
    );
  };
  const found = globals.flatMap((variable) => places(variable, variable.name));
  return [...new Set([...found, ...chosen])];
}
