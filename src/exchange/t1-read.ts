import * as v from 'valibot';
import { jsonIn } from '../base/json-text.ts';
import { type Expr, namesIn, show } from '../front/expr.ts';
import { MAX_NODES, sizeOf } from '../front/algebra.ts';
import { CONSTANT_NAMES } from '../platform/index.ts';
import { type Outcome, outcomeOf, Refused } from './refused.ts';
import { readCondition, readNumbers } from './python-reader.ts';

/** A parameter with the values that it may have. */
interface SpaceParameter {
  readonly name: string;
  readonly values: readonly number[];
}

/** Parameter values and allowed combinations. */
export interface SearchSpace {
  readonly kernel?: string | undefined;
  readonly parameters: readonly SpaceParameter[];
  readonly conditions: readonly Expr[];
}

/** Size limit, in characters. */
export const MOST_SPACE_CHARACTERS = 5_000_000;

const MOST_PARAMETERS = 64;
const MOST_CONDITIONS = 200;

const text = v.pipe(v.string(), v.maxLength(200_000));

const t1Schema = v.looseObject({
  ConfigurationSpace: v.looseObject({
    TuningParameters: v.pipe(
      v.array(
        v.looseObject({
          Name: v.pipe(v.string(), v.maxLength(200)),
          Type: v.optional(v.string(), 'int'),
          // The schema says text; some tuners write a list.
          Values: v.union([text, v.array(v.union([v.number(), v.boolean(), v.string()]))]),
        }),
      ),
      v.minLength(1),
      v.maxLength(MOST_PARAMETERS),
    ),
    Conditions: v.optional(
      v.pipe(v.array(v.looseObject({ Expression: text })), v.maxLength(MOST_CONDITIONS)),
      [],
    ),
  }),
  KernelSpecification: v.optional(
    v.looseObject({ KernelName: v.optional(v.pipe(v.string(), v.maxLength(200))) }),
  ),
});

/** Recognises a search space among other files. */
export const isSearchSpace = (content: string): boolean =>
  /^\s*\{/.test(content) && /"ConfigurationSpace"\s*:/.test(content);

/** Reads an untrusted T1 file; refuses in a sentence what pragmas cannot express. */
export const readSearchSpace = (content: string): Outcome<SearchSpace> =>
  outcomeOf(() => spaceIn(content));

function spaceIn(content: string): SearchSpace {
  if (content.length > MOST_SPACE_CHARACTERS)
    throw new Refused(
      `It holds more than ${MOST_SPACE_CHARACTERS / 1e6} MB, the most that is read.`,
    );
  const parsed = v.safeParse(t1Schema, jsonOf(content));
  if (!parsed.success) throw new Refused('It is no search space (T1) with tuning parameters.');
  const { ConfigurationSpace: space, KernelSpecification: specification } = parsed.output;
  const parameters = space.TuningParameters.map(parameterOf);
  const names = parameters.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new Refused(`The parameter ${twice} is there twice.`);
  const above = (least: number): ReadonlySet<string> =>
    new Set(
      parameters
        .filter(({ values }) => values.every((value) => value >= least))
        .map(({ name }) => name),
    );
  const signs = { positive: above(1), natural: above(0) };
  const conditions = space.Conditions.map(({ Expression: written }) => {
    try {
      return checked(readCondition(written, signs), new Set(names));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      throw new Refused(`The condition ${shortened(written)} cannot be taken: ${error.message}.`);
    }
  });
  return { kernel: specification?.KernelName, parameters, conditions };
}

function jsonOf(content: string): unknown {
  const found = jsonIn(content);
  if (found === undefined) throw new Refused('It ends early, or is no JSON.');
  return found;
}

/** Words of C and pragmas that cannot name a parameter. */
const RESERVED: ReadonlySet<string> = new Set([
  ...CONSTANT_NAMES,
  'size',
  'lid',
  'group',
  'gid',
  'min',
  'max',
  'log2',
  'pow2',
  'range',
  'if',
  'else',
  'for',
  'while',
  'int',
  'float',
  'return',
  'not',
  'and',
  'or',
  'in',
  'time',
  'FIN',
]);

function parameterOf({
  Name: name,
  Type: type,
  Values: written,
}: v.InferOutput<
  typeof t1Schema
>['ConfigurationSpace']['TuningParameters'][number]): SpaceParameter {
  const refuse = (why: string): never => {
    throw new Refused(`The parameter ${shortened(name)} cannot be taken: ${why}.`);
  };
  if (!/^[A-Za-z_]\w{0,63}$/.test(name)) return refuse('that is no name of C');
  if (RESERVED.has(name)) return refuse('the name has a meaning of its own here');
  if (type === 'string')
    return refuse('its values are words, and a kernel is tuned by whole numbers');
  let values: readonly number[];
  try {
    values =
      typeof written === 'string' ? readNumbers(written) : readNumbers(`[${written.join(', ')}]`);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return refuse(`of its values, ${error.message}`);
  }
  if (values.length === 0) return refuse('it has no values');
  const negative = values.find((value) => value < 0);
  if (negative !== undefined) return refuse(`${negative} is below zero`);
  return { name, values: [...new Set(values)] };
}

function checked(condition: Expr, names: ReadonlySet<string>): Expr {
  if (sizeOf(condition) > MAX_NODES) throw new Refused('it is too long for a pragma');
  const unknown = [...namesIn(condition)].find((name) => !names.has(name));
  if (unknown !== undefined) throw new Refused(`${unknown} is no parameter of the file`);
  return condition;
}

const shortened = (words: string): string => {
  const line = words.replaceAll(/\s+/g, ' ').trim();
  return line.length > 80 ? `${line.slice(0, 80)}...` : line;
};

/** A search space as pragmas. */
export const pragmasOf = ({ parameters, conditions }: SearchSpace): string[] => [
  ...parameters.map(({ name, values }) => `#pragma tuner param ${name} = ${domainOf(values)}`),
  ...conditions.map((condition) => `#pragma tuner require ${show(condition)}`),
];

/** The shortest pragma for these values. */
function domainOf(values: readonly number[]): string {
  const [first = 0, second = 0] = values;
  const last = values.at(-1) ?? 0;
  const each = (holds: (value: number, before: number) => boolean): boolean =>
    values.length > 2 &&
    values.every((value, index) => index === 0 || holds(value, values[index - 1] ?? 0));
  if (first > 0 && each((value, before) => value === 2 * before)) return `pow2(${first}, ${last})`;
  const step = second - first;
  if (step > 0 && each((value, before) => value - before === step))
    return `range(${first}, ${last}${step === 1 ? '' : `, ${step}`})`;
  return `{${values.join(', ')}}`;
}
