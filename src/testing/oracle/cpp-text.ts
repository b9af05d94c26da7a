/** One configuration of a kernel, as C++. */
export interface NativeUnit {
  /** Unique among the units compiled together. */
  readonly name: string;
  /** OpenCL C with tuner pragmas. */
  readonly text: string;
  /** The tuning parameters. */
  readonly values: Readonly<Record<string, number>>;
  /** Platform constants that the pragmas mention, `size` among them. */
  readonly constants: Readonly<Record<string, number>>;
}

export interface Parameter {
  readonly name: string;
  readonly type: string;
  readonly memory: 'global' | 'local' | 'value';
}

export interface Facts {
  readonly items: readonly string[];
  readonly localSize: readonly string[];
  readonly targets: ReadonlyMap<string, string>;
  readonly ensures: readonly string[];
}

/** The kernel as C++ for the header `opencl.hpp`: the text itself, line by line, with the few forms rewritten
 * that C++ does not have, in a namespace of its own; and the functions that fill its arrays, call it and judge
 * the result by its `ensures`. It reads the pragmas itself and shares no code with the workbench.
 *
 * @param index a number that no other unit of the same file has */
export function cppOf({ name, text, values, constants }: NativeUnit, index: number): string {
  const facts = factsOf(text);
  const parameters = parametersOf(text);
  const numbers = { ...constants, ...values };
  const number = (expression: string): string =>
    expression.replaceAll(/\b[A-Za-z_]\w*\b/g, (word) => `${numbers[word] ?? word}`);
  const dimensions = facts.items.length;
  const extent = (sizes: readonly string[]): string =>
    `{${[0, 1, 2].map((d) => `size_t(${number(sizes[d] ?? '1')})`).join(', ')}}`;
  const given = new Set(parameters.map((parameter) => parameter.name));
  const macros = Object.entries(values).filter(([word]) => !given.has(word));
  const code = text.replaceAll(/^#pragma tuner.*$/gm, '');
  if (/\bsize\b/.test(code) && !given.has('size')) macros.push(['size', numbers['size'] ?? 0]);
  const defined = [...text.matchAll(/^\s*#\s*define\s+(\w+)/gm)].map(([, word]) => word);
  const arrays = parameters.filter(({ memory }) => memory === 'global');
  const locals = parameters
    .filter(({ memory }) => memory === 'local')
    .map((parameter) => `"${parameter.name}"`);
  const all = facts.items.map((items) => `(${number(items)})`).join(' * ');
  const length = (array: string): string => {
    const stated = facts.targets.get(`array ${array}`);
    return stated === undefined
      ? `max((long)(${all}), (long)${numbers['size'] ?? 0})`
      : number(stated);
  };
  const about = { parameters, arrays, facts, number, length };
  return [
    `namespace unit${index} {`,
    ...macros.map(([word, value]) => `#define ${word} ${value}`),
    `#line 1 "${name}"`,
    rewritten(code),
    `#line 1 "harness of ${name}"`,
    ...arrays.map(
      ({ name: array, type }) =>
        `static ${type} *in_${array}, *old_${array}; static size_t n_${array};`,
    ),
    ...fillOf(about),
    ...callOf(about, kernelName(text)),
    ...holdsOf(about),
    `static Unit unit{"${name}", ${dimensions}, ${extent(facts.localSize)}, ${extent(facts.items)}, fill, call, ${facts.ensures.length > 0 ? 'holds' : 'nullptr'}, {${locals.join(', ')}}};`,
    '__attribute__((constructor)) static UNWATCHED void add() { add_unit(&unit); }',
    ...[...macros.map(([word]) => word), ...defined].map((word) => `#undef ${word}`),
    '}',
    '',
  ].join('\n');
}

interface About {
  readonly parameters: readonly Parameter[];
  readonly arrays: readonly Parameter[];
  readonly facts: Facts;
  readonly number: (expression: string) => string;
  readonly length: (array: string) => string;
}

function fillOf({ arrays, facts, number, length }: About): string[] {
  const lines = arrays.flatMap(({ name, type }) => {
    const written = facts.targets.get(`input ${name}`) ?? '(i * 7 + 3) % 11';
    const any = /^any\((.*),(.*)\)$/.exec(written);
    const [low, high] = [number(any?.[1] ?? ''), number(any?.[2] ?? '')];
    const value = any ? `(${low}) + digit(input, i, 1 + (${high}) - (${low}))` : number(written);
    return [
      `  n_${name} = ${length(name)};`,
      `  in_${name} = (${type} *)global_array("${name}", n_${name} * sizeof(${type}));`,
      `  if (!old_${name}) old_${name} = (${type} *)malloc(n_${name} * sizeof(${type}));`,
      `  fill_with(in_${name}, n_${name}, [=](long i) { return ${value}; });`,
      `  memcpy((void *)old_${name}, in_${name}, n_${name} * sizeof(${type}));`,
    ];
  });
  return ['static UNWATCHED void fill(unsigned input) {', ...lines, '}'];
}

function callOf({ parameters, facts, number }: About, kernel: string): string[] {
  const argument = ({ name, type, memory }: Parameter): string => {
    if (memory === 'global') return `in_${name}`;
    if (memory === 'local')
      return `(${type} *)local_argument("${name}", sizeof(${type}) * (${number(facts.targets.get(`local ${name}`) ?? '0')}))`;
    const value = facts.targets.get(`value ${name}`) ?? facts.targets.get(`input ${name}`);
    return `(${type})(${number(value ?? name)})`;
  };
  return [`static UNWATCHED void call() { ${kernel}(${parameters.map(argument).join(', ')}); }`];
}

function holdsOf({ arrays, facts, number, parameters }: About): string[] {
  if (facts.ensures.length === 0) return [];
  const scalars = parameters.filter(({ memory }) => memory === 'value');
  return [
    'static UNWATCHED bool holds() {',
    ...arrays.map(({ name }) => `  auto ${name} = in_${name};`),
    ...scalars.flatMap(({ name }) => {
      const value = facts.targets.get(`value ${name}`) ?? facts.targets.get(`input ${name}`);
      return value === undefined ? [] : [`  const auto ${name} = ${number(value)};`];
    }),
    ...facts.ensures.map(
      (condition) => `  if (!(${claim(number(condition), arrays)})) return false;`,
    ),
    '  return true;',
    '}',
  ];
}

/** `ensures` in C++; `forall i < HIGH: BODY` and `forall i in LOW..HIGH: BODY` extend to the claim's or parenthesis's end. */
export function claim(text: string, arrays: readonly Parameter[]): string {
  const names = arrays.map(({ name }) => name).join('|');
  let result = text.trim();
  if (names !== '') {
    result = result
      .replaceAll(new RegExp(`\\bold\\((${names})\\b`, 'g'), '(old_$1')
      .replaceAll(
        new RegExp(`\\b(sum|min|max|sorted)\\(\\s*\\(?(old_)?(${names})\\)?\\s*\\)`, 'g'),
        (_, what: string, old: string | undefined, array: string) =>
          `${what}_of(${old ?? ''}${array}, n_${array})`,
      );
  }
  // Called quantifiers stand before their parenthesis, others inside.
  result = result.replaceAll(
    /\b(count|sum|min|max)\((\w+\s*(?:in\b|:|<=?[^()?:]*(?:\([^()]*\)[^()?:]*)*:))/g,
    '($1 $2',
  );
  for (;;) {
    const found =
      /\b(forall|exists|count|sum|min|max)\s+(\w+)\s*(?:in\s*(.*?)\.\.(.*?)|(<=?)([^:]*))?:/.exec(
        result,
      );
    if (found === null) return result;
    const [head, quantifier = '', index = '', low, high, below, bound] = found;
    const start = found.index + head.length;
    const end = closing(result, start);
    const body = claim(result.slice(start, end), arrays);
    const over = [...body.matchAll(new RegExp(`\\b(?:old_)?(${names})\\[${index}\\]`, 'g'))];
    const range =
      low !== undefined && high !== undefined
        ? `(long)(${low}), (long)(${high})`
        : bound !== undefined
          ? `0L, (long)(${bound}) + ${below === '<' ? 0 : 1}`
          : `0L, least({${over.map(([, array]) => `n_${array}`).join(', ')}})`;
    result = `${result.slice(0, found.index)}${quantifier}_over(${range}, [=](long ${index}) { return ${body}; })${result.slice(end)}`;
  }
}

export function closing(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    if (text[at] === '(' || text[at] === '[') depth += 1;
    if (text[at] === ')' || text[at] === ']') depth -= 1;
    if (depth < 0) return at;
  }
  return text.length;
}

export function factsOf(text: string): Facts {
  const targets = new Map<string, string>();
  const ensures: string[] = [];
  let items = ['size'];
  let localSize = ['WG'];
  for (const [, kind = '', rest = ''] of text.matchAll(/^#pragma tuner (\w+) (.*)$/gm)) {
    const said = rest.replace(/\/\/.*$/, '').trim();
    if (kind === 'items') items = split(said);
    else if (kind === 'local_size') localSize = split(said);
    else if (kind === 'ensures') ensures.push(said);
    else {
      const [, target = '', value = ''] = /^(\w+)(?:\[i\])?\s*=\s*(.*)$/.exec(said) ?? [];
      targets.set(`${kind} ${target}`, value);
    }
  }
  return { items, localSize, targets, ensures };
}

const SIGNATURE = /\b(?:__)?kernel\s+(?:__attribute__\s*\(\(.*?\)\)\s*)?void\s+(\w+)\s*\(([^)]*)\)/;

const kernelName = (text: string): string => SIGNATURE.exec(text)?.[1] ?? '';

function parametersOf(text: string): Parameter[] {
  const list = SIGNATURE.exec(text)?.[2]?.trim() ?? '';
  return split(list).map((written) => {
    const memory = /\b(?:__)?local\b/.test(written)
      ? 'local'
      : /\b(?:__)?(?:global|constant)\b/.test(written)
        ? 'global'
        : 'value';
    const bare = written
      .replaceAll(
        /\b(?:__global|__local|__constant|global|local|constant|const|restrict|volatile)\b|\*/g,
        ' ',
      )
      .trim();
    const [, type = '', name = ''] = /^(.*?)\s+(\w+)$/s.exec(bare.replaceAll(/\s+/g, ' ')) ?? [];
    return { name, type, memory };
  });
}

/** Splits at top-level commas. */
export function split(list: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let part = '';
  for (const letter of list) {
    if (letter === ',' && depth === 0) {
      parts.push(part.trim());
      part = '';
      continue;
    }
    if (letter === '(' || letter === '[') depth += 1;
    if (letter === ')' || letter === ']') depth -= 1;
    part += letter;
  }
  return part.trim() === '' ? parts : [...parts, part.trim()];
}

const LOCAL =
  /\b(?:__)?local\s+((?:unsigned\s+|struct\s+|volatile\s+)?\w+)\s+(\w+\s*(?:\[[^\]]*\]\s*)*(?:,\s*\w+\s*(?:\[[^\]]*\]\s*)*)*);/g;
const VECTOR_LITERAL =
  /\(\s*((?:u?(?:char|short|int|long)|float|double)(?:2|4|8|16))\s*\)\s*(?=\()/g;
const TABLE = /^(\s*)__constant\s+(?:const\s+)?(\w+)\s+(\w+)\s*((?:\[[^\]]*\]\s*)*)=/gm;

/** An index beyond a row is one of the next row: only the whole array counts. */
const ROWS = /\]\s*\[/;
const UNCHECKED = '__kernel __attribute__((no_sanitize("bounds")))';

function rewritten(code: string): string {
  return (ROWS.test(code) ? code.replaceAll(/\b__kernel\b/g, UNCHECKED) : code)
    .replaceAll(TABLE, '$1CONSTANT $2 $3 $4=')
    .replaceAll(LOCAL, (_, type: string, names: string) =>
      split(names)
        .map((name) => {
          const [, word = '', sizes = ''] = /^(\w+)\s*(.*)$/s.exec(name) ?? [];
          return `LOCAL(${type}, ${word}, ${sizes})`;
        })
        .join(' '),
    )
    .replaceAll(VECTOR_LITERAL, '$1');
}
