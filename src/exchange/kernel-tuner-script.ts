import { insideOf, partsOf, pythonScript, type PythonScript, stringIn } from './python-script.ts';
import { type Outcome, outcomeOf, Refused } from './refused.ts';
import { pragmasOf, readSearchSpace } from './t1-read.ts';

/** A kernel's settings in a script of Kernel Tuner. */
export interface TunerScript {
  readonly kernel?: string | undefined;
  /** Pragmas without `#pragma tuner`: parameters, conditions and the launch. */
  readonly lines: readonly string[];
}

/** Reads `tune_kernel(...)` of an untrusted script: its dictionary of literals, restrictions and how the grid is
 * divided. The problem is as long as `size` in each dimension. */
export const readTunerScript = (content: string): Outcome<TunerScript> =>
  outcomeOf(() => scriptIn(content));

const AXES = ['x', 'y', 'z'] as const;

/** Kernel Tuner's own, where a script does not name them. */
const BLOCK_NAMES = AXES.map((axis) => `block_size_${axis}`);
const USUAL_BLOCK = ['256', '1', '1'];

/** Arguments of `tune_kernel` that may stand without their names. */
const PLACES = ['kernel_name', 'kernel_source', 'problem_size', 'arguments', 'tune_params'];

function scriptIn(content: string): TunerScript {
  const script = pythonScript(content);
  const call = script.calls.get('tune_kernel') ?? [];
  const named = new Map(
    call.map((written, at): [string, string] => {
      const [, name, value] = /^(\w+)\s*=(?!=)\s*([\s\S]*)$/.exec(written) ?? [];
      return name === undefined || value === undefined
        ? [PLACES[at] ?? '', written]
        : [name, value];
    }),
  );
  /** An argument's value, followed through one name. */
  const argument = (name: string): string | undefined => {
    const value = named.get(name);
    return (value !== undefined && script.values.get(value)) || value;
  };
  const parameters = parametersIn(script, named.get('tune_params') ?? 'tune_params');
  if (parameters.size === 0)
    throw new Refused('It has no dictionary tune_params with lists of numbers.');
  const read = readSearchSpace(
    JSON.stringify({
      ConfigurationSpace: {
        TuningParameters: [...parameters].map(([Name, Values]) => ({ Name, Values })),
        Conditions: conditionsIn(argument('restrictions') ?? '[]').map((Expression) => ({
          Expression,
        })),
      },
    }),
  );
  if (!read.ok) throw new Refused(read.message);
  const words = pragmasOf(read.value).map((line) => line.replace(/^#pragma tuner /, ''));
  const names = new Set(parameters.keys());
  const kernel = /^\w+/.exec(stringIn(argument('kernel_name') ?? '') ?? '')?.[0];
  return { kernel, lines: [...words, ...launchIn(argument, names)] };
}

/** `tune_params["a"] = [1, 2]`, `{"a": [1, 2]}`, `dict(a=[1, 2])`. */
function parametersIn(script: PythonScript, name: string): ReadonlyMap<string, string> {
  const whole = script.values.get(name) ?? name;
  const inside = insideOf(whole, '{}') ?? /^(?:\w+\.)?\w*[dD]ict\s*\(([\s\S]*)\)$/.exec(whole)?.[1];
  const literal = partsOf(inside ?? '').map((part): [string, string] => {
    const [, key = '', value = ''] = /^(\w+|"\w+"|'\w+')\s*[:=]\s*([\s\S]+)$/.exec(part) ?? [];
    if (key === '') throw new Refused(`Of ${name}, ${part.slice(0, 60)} is no literal.`);
    return [stringIn(key) ?? key, value];
  });
  const all = [...literal, ...(script.entries.get(name) ?? [])];
  return new Map(all.map(([key, value]) => [key, valuesOf(script.values.get(value) ?? value)]));
}

/** A list, with `[16 * i for i in range(4)]` written out. */
function valuesOf(list: string): string {
  const [, each = '', name = '', among = ''] =
    /^\[([\s\S]+?)\bfor\s+(\w+)\s+in\s+([\s\S]+)\]$/.exec(list) ?? [];
  if (name === '') return list;
  const numbers = readSearchSpace(
    JSON.stringify({ ConfigurationSpace: { TuningParameters: [{ Name: 'i', Values: among }] } }),
  );
  if (!numbers.ok) return list;
  const [first] = numbers.value.parameters;
  const of = new RegExp(`\\b${name}\\b`, 'g');
  return `[${(first?.values ?? []).map((value) => each.replaceAll(of, String(value))).join(', ')}]`;
}

/** A list of strings, or one. */
function stringsIn(list: string, what: string): readonly string[] {
  return partsOf(insideOf(list, '[]') ?? insideOf(list, '()') ?? list).map((part) => {
    const found = stringIn(part) ?? /^\d+$/.exec(part)?.[0];
    if (found !== undefined) return found;
    throw new Refused(`Of ${what}, ${part.slice(0, 60)} is no literal: it would have to be run.`);
  });
}

const conditionsIn = (list: string): readonly string[] => stringsIn(list, 'the restrictions');

/** Blocks and threads as Kernel Tuner makes them: the problem divided by `grid_div_*`, rounded up. */
function launchIn(
  argument: (name: string) => string | undefined,
  names: ReadonlySet<string>,
): readonly string[] {
  const given = argument('block_size_names');
  const blocks = given === undefined ? BLOCK_NAMES : stringsIn(given, 'block_size_names');
  const problem = argument('problem_size') ?? '';
  const lengths = partsOf(insideOf(problem, '()') ?? insideOf(problem, '[]') ?? problem);
  const divisors = AXES.map((axis) => argument(`grid_div_${axis}`));
  const isUsed = (at: number): boolean =>
    names.has(blocks[at] ?? '') || (divisors[at] !== undefined && divisors[at] !== 'None');
  const count = Math.max(
    1,
    Math.min(3, lengths.length),
    AXES.findLastIndex((_, at) => isUsed(at)) + 1,
  );
  const local = Array.from({ length: count }, (_, at) => {
    const name = blocks[at] ?? '';
    return names.has(name) ? name : (USUAL_BLOCK[at] ?? '1');
  });
  const items = local.map((block, at) => {
    const written = divisors[at];
    const usual = names.has(block) ? [block] : [];
    const by =
      written === undefined || written === 'None'
        ? usual
        : stringsIn(written, `grid_div_${AXES[at]}`);
    const length = stringIn(lengths[at] ?? '') ?? (lengths[at] === '1' ? '1' : 'size');
    const product = by.map((each) => (/^\w+$/.test(each) ? each : `(${each})`)).join(' * ');
    const groups = by.length === 0 ? length : `((${length} + ${product} - 1) / (${product}))`;
    return block === '1' ? groups : `${groups} * ${block}`;
  });
  return [`local_size ${local.join(', ')}`, `items ${items.join(', ')}`];
}
