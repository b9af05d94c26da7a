import type { Kernel } from '../../kernel/ir.ts';
import type { Parameter } from '../../front/configurations.ts';
import { CONSTANT_NAMES } from '../../platform/index.ts';
import { RANGE_ENDS } from '../names.ts';
import { FLAGS, type RunParameters, runValues } from '../words.ts';

export interface RunTime {
  readonly kernel: Kernel;
  /** Promela name of each tuning parameter. */
  readonly parameters: ReadonlyMap<string, string>;
  /** Values in the text for the simulator, which runs no C; the verifier reads words. */
  readonly run?: RunParameters;
  /** Initial values rather than assigned by the first step. */
  readonly initial?: boolean | undefined;
  /** The model's own C, and what its first step does besides. */
  readonly library?: readonly string[];
  readonly begins?: string;
}

/** Names of a parameter's lowest and highest value, and of a `range` the step. */
export function rangeNames(parameter: Parameter, names: ReadonlyMap<string, string>): string[] {
  const name = names.get(parameter.name) ?? parameter.name;
  const ends = parameter.domain.kind === 'range' ? RANGE_ENDS : RANGE_ENDS.slice(0, 2);
  return ends.map((end) => `${name}_${end}`);
}

/** The verifier's first step reads the words of its command line. */
export function parametersFromWords(
  { kernel, parameters, begins }: RunTime,
  mostTicks: string,
): string[] {
  return [
    'c_code {',
    '  /* A number of the word NAME=A..B/C of the command line, as pan keeps it: A, B or C. */',
    '  static long long word(const char *name, int place, const char *otherwise) {',
    '    extern char o_cmdline[];',
    '    const char *at = o_cmdline;',
    '    size_t length = strlen(name);',
    '    for (; *at; at++) {',
    "      if ((at != o_cmdline && at[-1] != ' ') || strncmp(at, name, length) || at[length] != '=') continue;",
    "      for (at += length + 1; place > 0 && *at && *at != ' '; at++)",
    "        if (*at != '.' && *at != '-' && (*at < '0' || *at > '9')) place--;",
    "        else if (at[0] == '.' && at[1] != '.') place--;",
    "      if (place == 0 && *at && *at != ' ') return strtoll(at, 0, 10);",
    '      break;',
    '    }',
    '    if (otherwise) return strtoll(otherwise, 0, 10);',
    '    printf("@missing %s\\n", name);',
    '    exit(1);',
    '  }',
    '}',
    '',
    'inline parameters() {',
    '  c_code {',
    ...CONSTANT_NAMES.map((name) => `    ${name} = word("${name}", 0, 0);`),
    ...kernel.parameters.flatMap((parameter) =>
      rangeNames(parameter, parameters).map(
        (name, place) =>
          `    ${name} = word("${parameters.get(parameter.name) ?? parameter.name}", ${place}, 0);`,
      ),
    ),
    `    T = word("T", 0, "${mostTicks}") < ${mostTicks} ? word("T", 0, "${mostTicks}") : ${mostTicks};`,
    ...FLAGS.map((name) => `    ${name} = word("${name}", 0, 0);`),
    ...(begins === undefined ? [] : [`    ${begins}`]),
    '  }',
    '}',
    '',
    'inline lower_bound() {',
    '  c_code { if (improve && now.time <= T) T = now.time - 1; }',
    '}',
    '',
  ];
}

/** The initial step of the simulated model: the values themselves. */
export function parametersInText(run: RunParameters, initial: boolean): string[] {
  const assignments = runValues(run).map(([name, value]) => `${name} = ${value}`);
  return [
    'inline parameters() {',
    initial ? '  skip' : `  d_step { ${assignments.join('; ')} }`,
    '}',
    '',
    'inline lower_bound() { skip }',
    '',
  ];
}

/** Format of the tuning parameters in a line of output: ` WG=%d TS=%d`. */
export const shownParameters = (parameters: ReadonlyMap<string, string>): string =>
  [...parameters.keys()].map((name) => ` ${name}=%d`).join('');

/** The verifier's printf is silent while it searches, the simulator's is not. */
export function report({ parameters, run }: RunTime, timeFormat: string): string[] {
  const format = `@finish time=${timeFormat}${shownParameters(parameters)}\\n`;
  const values = ['time', ...parameters.values()].map((name) => `, ${run ? '' : 'now.'}${name}`);
  const printed = `printf("${format}"${values.join('')})`;
  const inC = ['  c_code {', `    if (report || now.time <= T) ${printed};`, '  }'];
  return ['inline finish() {', ...(run ? [`  ${printed}`] : inC), '}', ''];
}
