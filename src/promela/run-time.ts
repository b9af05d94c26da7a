import type { ModelContext } from './context.ts';
import { rangeNames } from './model.ts';
import { CONSTANT_WORDS } from './names.ts';
import type { Lines } from './writer.ts';
import { type RunParameters, runValues } from './words.ts';

/** The initial step of the verified model: reads the words of pan's command line. */
export function parametersFromWords(
  context: ModelContext,
  parameters: ReadonlyMap<string, string>,
): Lines {
  const names = [
    ...CONSTANT_WORDS,
    ...context.kernel.parameters.flatMap((parameter) => rangeNames(parameter, parameters)),
    'T',
    'prune',
    'improve',
  ];
  return [
    'c_code {',
    '  /* The value of a word NAME=VALUE of the command line, as pan keeps it. */',
    '  static int word(const char *name) {',
    '    extern char o_cmdline[];',
    '    const char *at = o_cmdline;',
    '    size_t length = strlen(name);',
    '    while (*at) {',
    "      while (*at == ' ') at++;",
    "      if (strncmp(at, name, length) == 0 && at[length] == '=') return atoi(at + length + 1);",
    "      while (*at && *at != ' ') at++;",
    '    }',
    '    printf("@missing %s\\n", name);',
    '    exit(1);',
    '  }',
    '}',
    '',
    'inline parameters() {',
    '  c_code {',
    ...names.map((name) => `    ${name} = word("${name}");`),
    '  }',
    '}',
    '',
    'inline lower_bound() {',
    '  c_code { if (improve && now.time <= T) T = now.time - 1; }',
    '}',
  ];
}

/** The initial step of the simulated model: the values themselves. */
export function parametersInText(run: RunParameters): Lines {
  const assignments = [...runValues(run)].map(([name, value]) => `${name} = ${value}`);
  return [
    'inline parameters() {',
    `  d_step { ${assignments.join('; ')} }`,
    '}',
    '',
    'inline lower_bound() { skip }',
  ];
}

const resultFormat = (parameters: ReadonlyMap<string, string>): string =>
  ['@finish time=%d', ...[...parameters.keys()].map((name) => `${name}=%d`)].join(' ');

/** Reports a finished run from the verifier, whose printf statements are silent while it searches. */
export function reportInC(parameters: ReadonlyMap<string, string>): Lines {
  const values = ['time', ...parameters.values()].map((name) => `now.${name}`);
  return [
    'inline finish() {',
    '  c_code {',
    `    if (now.time <= T) printf("${resultFormat(parameters)}\\n", ${values.join(', ')});`,
    '  }',
    '}',
  ];
}

/** The same report from SPIN's simulator. */
export function reportInPromela(parameters: ReadonlyMap<string, string>): Lines {
  const values = ['time', ...parameters.values()];
  return [
    'inline finish() {',
    `  printf("${resultFormat(parameters)}\\n", ${values.join(', ')})`,
    '}',
  ];
}
