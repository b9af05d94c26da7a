import { commaParts } from '../base/comma-parts.ts';
import { CONSTANT_NAMES } from '../base/constants.ts';
import { languageOf } from '../front/cuda/words.ts';
import type { Pragma } from '../front/pragma.ts';
import type { Given } from '../front/reader.ts';
import { isFloat } from '../front/scalar.ts';
import { type Type, launchOf } from '../front/syntax.ts';
import type { KernelParser } from '../kernel/parser.ts';
import { APART } from './with-reference.ts';

/** A text with a launch behind it, which begins at `from`; or why there is none. */
export type Launched =
  | { readonly ok: true; readonly text: string; readonly from: number }
  | { readonly ok: false; readonly why: string };

/** States a launch that the text has not: of CUDA what stands between `<<<` and `>>>`, whose names are the kernel's
 * arguments; of OpenCL C the work-items in all and those of a work-group, each in parentheses where there are several
 * dimensions. */
export function withLaunch(
  parser: KernelParser,
  text: string,
  typed: string,
  about: Given & { readonly kernelName?: string | undefined },
): Launched {
  const language = languageOf(text);
  const sizes = commaParts(typed);
  const most = language === 'cuda' ? 3 : 2;
  if (sizes.length < 2 || sizes.length > most || /[;#\n<>]|^$/.test(typed.trim()))
    return {
      ok: false,
      why:
        language === 'cuda'
          ? `a launch is BLOCKS, THREADS or BLOCKS, THREADS, BYTES as between <<< and >>>; it is '${typed}'`
          : `a launch is the work-items in all and those of a work-group, as in 1024, 64; it is '${typed}'`,
    };
  const { kernel, pragmas } = parser.programOf(text, { ...about, values: {} });
  if (kernel === undefined) return { ok: true, text, from: text.length };
  if ([...pragmas, ...(launchOf(kernel).stated ?? [])].some(isSize))
    return { ok: false, why: `the text states the launch of ${kernel.name} itself` };
  const before = `${text}${APART}`;
  const [first, second] = sizes.map(dimensionsOf);
  const stating = (items: readonly string[], local: readonly string[]): Launched => ({
    ok: true,
    text: `${before}#pragma tuner items ${items.join(', ')}\n#pragma tuner local_size ${local.join(', ')}\n`,
    from: before.length,
  });
  if (language === 'opencl') return stating(first ?? [], second ?? []);
  const known = new Set([...CONSTANT_NAMES, ...(text.match(NAMES) ?? []), 'dim3']);
  const unknown = typed.match(NAMES)?.find((name) => !known.has(name));
  if (unknown !== undefined) return { ok: false, why: `the text has no ${unknown}` };
  const values = statedValues(pragmas);
  const names = kernel.parameters.map(({ name }) => name);
  const open = kernel.parameters.filter(({ name }) => !values.has(name));
  const declared = open.map(({ name, type }) => `${typeOf(type)}${name}`);
  const given = [...values].flatMap(([name, value]) =>
    names.includes(name) ? [`int ${name} = ${value}; `] : [],
  );
  const call = `${kernel.name}<<<${sizes.join(', ')}>>>(${names.join(', ')});`;
  const host = `void launch_of_${kernel.name}(${declared.join(', ')}) { ${given.join('')}${call} }\n`;
  const launched = `${before}${host}`;
  const read = parser.programOf(launched, { ...about, values: {} });
  // A template's instance, say, is not called by its name.
  if (launchOf(read.kernel).stated?.some(isSize) !== true) {
    const of = Array.from({ length: Math.max(first?.length ?? 0, second?.length ?? 0) });
    const local = of.map((_, at) => second?.[at] ?? '1');
    return stating(
      local.map((size, at) => `(${first?.[at] ?? '1'}) * (${size})`),
      local,
    );
  }
  return { ok: true, text: launched, from: before.length };
}

const typeOf = (type: Type): string => {
  if (type.kind === 'pointer') return 'void *';
  return type.kind === 'scalar' && isFloat(type.scalar) ? 'float ' : 'int ';
};

const NAMES = /[A-Za-z_]\w*/g;

const isSize = ({ kind }: Pragma): boolean => kind === 'items' || kind === 'local_size';

/** Numbers of arguments that are stated. */
const statedValues = (pragmas: readonly Pragma[]): ReadonlyMap<string, string> =>
  new Map(
    pragmas.flatMap((pragma): [string, string][] => {
      if (pragma.kind === 'value') return [[pragma.target.name, pragma.value.text]];
      const [, name, value] =
        (pragma.kind === 'input' && /^\s*(\w+)\s*=\s*([^(]+)$/.exec(pragma.text)) || [];
      return name === undefined || value === undefined ? [] : [[name, value]];
    }),
  );

/** `16` and `8` of `(16, 8)` and `dim3(16, 8)`; `(n + 1) / 2` is one. */
function dimensionsOf(size: string): readonly string[] {
  const inside = /^(dim3\s*)?\((.*)\)$/s.exec(size);
  const parts = commaParts(inside?.[2] ?? '');
  return inside?.[1] !== undefined || parts.length > 1 ? parts : [size];
}
