import { claim, closing, factsOf, type NativeUnit, type Parameter, split } from './cpp-text.ts';

interface Kernel {
  readonly name: string;
  /** Names of its template's parameters. */
  readonly template: readonly string[];
  readonly parameters: readonly Parameter[];
  /** After the closing brace. */
  readonly end: number;
}

/** A CUDA text as C++ for the header `cuda.hpp`: line by line, with launches and shared memory rewritten, in a
 * namespace of its own. Its host runs as written; a text without one is launched as its pragmas say.
 *
 * The first comment says `// launch KERNEL: ...` for each launch; claims are about the last one's kernel. A line
 * `// host CALL` calls a function of the host with arrays of the kernel's parameters' names.
 *
 * @param index a number that no other unit of the same file has */
export function cudaOf({ name, text, values, constants }: NativeUnit, index: number): string {
  const kernels = kernelsOf(text);
  const stated = [...text.matchAll(/^\/\/ launch ([^:]*(?:::[^:]*)*): /gm)].at(-1)?.[1];
  const target = kernels.find(
    (kernel) =>
      stated === undefined || kernel.name === stated.replace(/<.*/, '').replace(/.*::/, ''),
  );
  if (target === undefined) throw new Error(`${name}: there is no kernel ${stated ?? ''}`);
  const launched = stated ?? target.name;
  const typeArguments = split(/<(.*)>/.exec(launched)?.[1] ?? '');
  const named = new Map(target.template.map((word, at) => [word, typeArguments[at] ?? word]));
  const parameters = target.parameters.map((parameter) => ({
    ...parameter,
    type: parameter.type.replaceAll(/\b\w+\b/g, (word) => named.get(word) ?? word),
  }));
  const numbers = { ...constants, ...values };
  const number = (expression: string): string =>
    expression.replaceAll(/\b[A-Za-z_]\w*\b/g, (word) => `${numbers[word] ?? word}`);
  const about = {
    text,
    parameters,
    number,
    launched,
    space: `unit${index}`,
    size: numbers['size'] ?? 0,
  };
  const defined = [...text.matchAll(/^\s*#\s*define\s+(\w+)/gm)].map(([, word]) => word);
  const inside = /^(?:\w+::)*/.exec(launched)?.[0] ?? '';
  const given = new Set(parameters.map((parameter) => parameter.name));
  const macros = Object.entries(values).filter(([word]) => !given.has(word));
  const code = text.replaceAll(/^#pragma.*$|\/\/.*$/gm, '');
  const isFree =
    /(?<![.\w])size\b(?!\s*\()/.test(code) && !/\b(?:int|size_t|unsigned)\s+size\b/.test(code);
  if (isFree) macros.push(['size', about.size]);
  const bound = `${bindOf(parameters)}`;
  const body = rewritten(`${text.slice(0, target.end)} ${bound}${text.slice(target.end)}`, {
    kernels,
    target: target.name,
    inside,
    stated,
  });
  return [
    `namespace unit${index} {`,
    ...macros.map(([word, value]) => `#define ${word} ${value}`),
    `#line 1 "${name}"`,
    body,
    `#line 1 "harness of ${name}"`,
    inside === '' ? '' : `using ${inside}bound_;`,
    ...hostOf(about),
    ...holdsOf(about),
    `static Unit unit_{"${name}", 3, {1, 1, 1}, {1, 1, 1}, nullptr, nullptr, holds_, {}, nullptr, host_};`,
    '__attribute__((constructor)) static UNWATCHED void add_() { add_unit(&unit_); }',
    ...[...macros.map(([word]) => word), ...defined].map((word) => `#undef ${word}`),
    '}',
    '',
  ].join('\n');
}

interface About {
  readonly text: string;
  readonly parameters: readonly Parameter[];
  readonly number: (expression: string) => string;
  readonly launched: string;
  /** The namespace: parameters may be called as the kernel is. */
  readonly space: string;
  readonly size: number;
}

const PLAIN =
  /^(?:(?:unsigned|signed|long|short|int|char|float|double|bool|size_t|u?int\d+_t|uint|half)\s*)+$/;

const arraysOf = (parameters: readonly Parameter[]) =>
  parameters.filter(({ memory }) => memory === 'global');
const scalarsOf = (parameters: readonly Parameter[]) =>
  parameters.filter(({ memory, type }) => memory === 'value' && PLAIN.test(type));

function bindOf(parameters: readonly Parameter[]): string {
  const members = [
    ...arraysOf(parameters).map(({ name, type }) => `Bound<${type}> ${name};`),
    ...scalarsOf(parameters).map(({ name, type }) => `${type} ${name};`),
  ];
  const kept = [
    ...arraysOf(parameters).map(({ name }) => `bound_.${name}.keep(${name});`),
    ...scalarsOf(parameters).map(({ name }) => `bound_.${name} = ${name};`),
  ];
  const list = parameters.map(({ name, type, memory }) =>
    memory === 'global' ? `const ${type} *${name}` : `${type} ${name}`,
  );
  return (
    `struct Bound_ { ${members.join(' ')} }; static Bound_ bound_; ` +
    `static UNWATCHED void bind_(${list.join(', ')}) { ${kept.join(' ')} }`
  );
}

function hostOf({ text, parameters, number, launched, space, size }: About): string[] {
  const main = /\bint\s+main\s*\(\s*(int\b)?/.exec(text);
  const call = /^\/\/ host (.*)$/m.exec(text)?.[1];
  const begin = ['static UNWATCHED int host_(unsigned input_) {', '  bound_ = {};'];
  if (main) return [...begin, `  return host_main(${main[1] ? '1, (char **)&bound_' : ''});`, '}'];
  const { items, localSize, targets } = factsOf(text);
  const all = items.map((each) => `(${number(each)})`).join(' * ');
  const arrays = arraysOf(parameters).flatMap(({ name, type }) => {
    const stated = targets.get(`array ${name}`);
    const length = stated === undefined ? `max((long)(${all}), (long)${size})` : number(stated);
    const value = inputOf(targets.get(`input ${name}`) ?? '(i * 7 + 3) % 11', number);
    return [
      `  ${type} *${name};`,
      `  cudaMallocManaged(&${name}, sizeof(${type}) * (${length}));`,
      `  fill_array(${name}, ${length}, [=](long i) { return ${value}; });`,
    ];
  });
  if (call !== undefined) return [...begin, ...arrays, `  ${call};`, '  return 0;', '}'];
  const extent = (sizes: readonly string[]) =>
    [0, 1, 2].map((d) => `(unsigned)(${number(sizes[d] ?? '1')})`);
  const block = extent(localSize);
  const grid = extent(items).map((each, d) => `${each} / ${block[d] ?? '1'}`);
  const scalars = parameters.flatMap(({ name, type, memory }) => {
    if (memory === 'global') return [];
    const value = targets.get(`value ${name}`) ?? targets.get(`input ${name}`) ?? name;
    return [`  ${type} ${name} = (${type})(${number(value)});`];
  });
  const bytes = [...targets].flatMap(([target, count]) =>
    target.startsWith('local ')
      ? [`(${number(count)}) * ${sizeOfShared(text, target.slice(6))}`]
      : [],
  );
  const configuration = `Configuration(dim3(${grid.join(', ')}), dim3(${block.join(', ')}), ${bytes.join(' + ') || '0'})`;
  const names = parameters.map(({ name }) => name);
  return [
    ...begin,
    ...arrays,
    ...scalars,
    `  launch("${launched}", "${names.join()}", bind_, [](auto... a) { ${space}::${launched}(a...); }, ${[configuration, ...names].join(', ')});`,
    '  return 0;',
    '}',
  ];
}

const sizeOfShared = (text: string, array: string): string => {
  const type = new RegExp(
    `extern\\s+__shared__\\s+(?:__align__\\(\\d+\\)\\s*)?(.*?)\\s*\\b${array}\\[\\]`,
  ).exec(text);
  return type?.[1] === undefined ? '0' : `sizeof(${type[1]})`;
};

function inputOf(written: string, number: (expression: string) => string): string {
  const any = /^any\((.*),(.*)\)$/.exec(written);
  if (!any) return number(written);
  const [low, high] = [number(any[1] ?? ''), number(any[2] ?? '')];
  return `(${low}) + digit(input_, i, 1 + (${high}) - (${low}))`;
}

/** Claims of the pragmas; an input that the host fills as well must be what the pragma says. */
function holdsOf({ text, parameters, number }: About): string[] {
  const arrays = arraysOf(parameters);
  const { ensures, targets } = factsOf(text);
  const inputs = arrays.flatMap(({ name, type }) => {
    const written = targets.get(`input ${name}`);
    return written === undefined || written.startsWith('any') || !PLAIN.test(type)
      ? []
      : [`forall i < n_${name}: old(${name}[i]) == (${type})(${number(written)})`];
  });
  return [
    'static UNWATCHED bool holds_() {',
    ...arrays.map(
      ({ name }) =>
        `  auto ${name} = readable(bound_.${name}.now), old_${name} = readable(bound_.${name}.old); const long n_${name} = bound_.${name}.n;`,
    ),
    ...scalarsOf(parameters).map(({ name }) => `  const auto ${name} = bound_.${name};`),
    ...[...inputs, ...ensures].map(
      (condition) => `  if (!(${claim(number(condition), arrays)})) return false;`,
    ),
    '  return true;',
    '}',
  ];
}

/** The kernels that a text defines. */
function kernelsOf(text: string): Kernel[] {
  const bounds = String.raw`(?:__launch_bounds__\s*\([^)]*\)\s*)?`;
  const signature = new RegExp(
    String.raw`(?:template\s*<((?:[^<>]|<[^<>]*>)*)>\s*)?(?:extern\s+"C"\s+)?(?:static\s+)?__global__\s+${bounds}(?:static\s+)?void\s+${bounds}(\w+)\s*\(`,
    'g',
  );
  return [...text.matchAll(signature)].flatMap((found) => {
    const [head, template = '', name = ''] = found;
    const start = found.index + head.length;
    const close = closing(text, start);
    const open = text.indexOf('{', close);
    if (/;/.test(text.slice(close, open))) return [];
    return [
      {
        name,
        template: split(template).map((each) => /(\w+)\s*(?:=.*)?$/.exec(each)?.[1] ?? ''),
        parameters: parametersOf(text.slice(start, close)),
        end: endOfBody(text, open),
      },
    ];
  });
}

function endOfBody(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at += 1) {
    if (text[at] === '{') depth += 1;
    if (text[at] === '}' && --depth === 0) return at + 1;
  }
  return text.length;
}

function parametersOf(list: string): Parameter[] {
  return split(list.replaceAll(/\/\/.*$|\/\*.*?\*\//gm, ' ')).map((written) => {
    const bare = written
      .replace(/=.*$/s, '')
      .replaceAll(/\b(?:const|__restrict__|volatile|__grid_constant__)\b|[*&]/g, ' ')
      .trim()
      .replaceAll(/\s+/g, ' ');
    const [, type = '', name = ''] = /^(.*?)\s+(\w+)$/s.exec(bare) ?? [];
    return { name, type, memory: written.includes('*') ? 'global' : 'value' };
  });
}

const EXTERN =
  /\bextern\s+__shared__\s+(?:(?:__align__|alignas)\s*\(\d+\)\s*)?([\w\s:]+?)\s+(\w+)\s*\[\s*\]\s*;/g;
const SHARED =
  /(?:static\s+)?__shared__\s+(?:(?:__align__|alignas)\s*\(\d+\)\s*)?((?:unsigned\s+|struct\s+|volatile\s+|long\s+|typename\s+)*[\w:]+(?:<[^;=]*?>)?)\s+(\w+\s*(?:\[[^\]]*\]\s*)*(?:,\s*\w+\s*(?:\[[^\]]*\]\s*)*)*);/g;
const DEVICE_VARIABLE = /^__device__\s+(?=[^(){};]*(?:;|=))/gm;

interface Names {
  readonly kernels: readonly Kernel[];
  readonly target: string;
  /** The namespaces of the target, each with its `::`. */
  readonly inside: string;
  /** As the first comment has it; of several instances one. */
  readonly stated: string | undefined;
}

function rewritten(code: string, names: Names): string {
  const plain = code
    .replaceAll(/^\s*#\s*include.*$/gm, '')
    .replaceAll(/^#pragma.*$/gm, '')
    .replaceAll(/\bextern\s+"C"\s*/g, '')
    .replaceAll(/\bint\s+main\s*\(/g, 'static int host_main(')
    .replaceAll(DEVICE_VARIABLE, '__constant__ ')
    .replaceAll(EXTERN, '$1 *$2 = ($1 *)dynamic_shared();')
    .replaceAll(SHARED, (_, type: string, list: string) =>
      split(list)
        .map((each) => {
          const [, word = '', sizes = ''] = /^(\w+)\s*(.*)$/s.exec(each) ?? [];
          return `SHARED(${type}, ${word}, ${sizes})`;
        })
        .join(' '),
    );
  return withLaunches(plain, names);
}

/** Launches of all three ways of writing, as calls of the header's `launch`. */
function withLaunches(code: string, names: Names): string {
  const found =
    /([\w:]+(?:<[^<>;]*>)?)\s*<<<([^;]*?)>>>\s*\(|\bhipLaunchKernelGGL\s*\(|\bcudaLaunchKernel\s*\(/.exec(
      code,
    );
  if (found === null) return code;
  const [head, angled, configured] = found;
  const start = found.index + head.length;
  const end = closing(code, start);
  const list = split(code.slice(start, end));
  const call =
    angled !== undefined
      ? launch(angled, configured ?? '', list, names)
      : head.startsWith('hip')
        ? launch(bareName(list[0]), list.slice(1, 5).join(', '), list.slice(5), names)
        : launchOfPointers(list, names);
  return code.slice(0, found.index) + call + withLaunches(code.slice(end), names);
}

const bareName = (written = ''): string =>
  written.replace(/^HIP_KERNEL_NAME\((.*)\)$/, '$1').replace(/^\(.*?\*\)\s*&?/, '');

function launchOfPointers(list: readonly string[], names: Names): string {
  const [kernel, grid, block, pointers, bytes = '0'] = list;
  const name = bareName(kernel);
  const { parameters } = kernelNamed(name, names);
  const loaded = parameters.map(
    ({ type, memory }, at) => `*(${type} ${memory === 'global' ? '*' : ''}*)${pointers}[${at}]`,
  );
  return launch(name, `${grid}, ${block}, ${bytes}`, loaded, names);
}

function kernelNamed(written: string, { kernels }: Names): Kernel {
  const bare = written.replace(/<.*/, '').replace(/.*::/, '');
  const kernel = kernels.find(({ name }) => name === bare);
  if (kernel === undefined) throw new Error(`a launch of ${written}, which is not defined`);
  return kernel;
}

/** Without its closing parenthesis. */
function launch(
  written: string,
  configured: string,
  list: readonly string[],
  names: Names,
): string {
  const { name, parameters } = kernelNamed(written, names);
  const isTarget = names.stated === undefined ? name === names.target : written === names.stated;
  const bind = isTarget ? `${names.inside}bind_` : 'unbound';
  const all = [`Configuration(${configured})`, ...list].join(', ');
  return `launch("${written}", "${parameters.map((each) => each.name).join()}", ${bind}, [](auto... a) { ${written}(a...); }, ${all}`;
}
