/** Overflow or division by zero makes a configuration invalid while it is chosen (beyond 53 bits, as
 * where configurations are listed); later it ends the search, which prints `shown`. */
export function arithmetic(shown: { readonly format: string; readonly values: string }): string[] {
  const checked = (name: string, builtin: string): string =>
    `  static ticks ${name}(ticks a, ticks b) { ticks r; return ${builtin}(a, b, &r) ? t_fault("overflow") : t_fit(r); }`;
  return [
    'c_code {',
    '  static int choosing, undefined;',
    '  static ticks t_fault(const char *what) {',
    '    if (choosing) { undefined = 1; return 1; }',
    `    printf("@fault %s${shown.format}\\n", what${shown.values});`,
    '    exit(1);',
    '  }',
    '  static ticks t_fit(ticks r) {',
    '    return choosing && (r > 9007199254740991LL || r < -9007199254740991LL) ? t_fault("overflow") : r;',
    '  }',
    checked('t_add', '__builtin_add_overflow'),
    checked('t_sub', '__builtin_sub_overflow'),
    checked('t_mul', '__builtin_mul_overflow'),
    '  static ticks t_div(ticks a, ticks b) { return b == 0 ? t_fault("division") : b == -1 ? t_sub(0, a) : a / b; }',
    '  static ticks t_mod(ticks a, ticks b) { return b == 0 ? t_fault("division") : b == -1 ? 0 : a % b; }',
    '  static ticks t_shl(ticks a, ticks b) { return b < 0 || b > 62 ? t_fault("overflow") : t_mul(a, (ticks) 1 << b); }',
    '  /* The place of the highest bit, -1 for zero and below. */',
    '  static ticks t_log(ticks a) { ticks r = -1; while (a > 0) { a = a / 2; r++; } return r; }',
    '  /* Whether a condition holds and every value in it is defined: (t_choose (), t_chosen (condition)). */',
    '  static int t_choose(void) { undefined = 0; return choosing = 1; }',
    '  static int t_chosen(ticks holds) { choosing = 0; return holds && !undefined; }',
    '  /* Printed in a replay, as Promela prints; silent in a search. */',
    '  static void tell(const char *format, ...) {',
    '    extern int readtrail;',
    '    va_list values;',
    '    if (!readtrail) return;',
    '    va_start(values, format);',
    '    vprintf(format, values);',
    '    va_end(values);',
    "    putchar('\\n');",
    '  }',
    '}',
    '',
  ];
}

/** `forget` clears all numbers where a path ends: such ends need not differ, so more configurations
 * take no more memory.
 * @param locals of each process type, in the text's order */
export function forgetting(
  globals: readonly string[],
  locals: readonly (readonly string[])[],
): string[] {
  return [
    'inline forget() {',
    '  c_code {',
    '    { int i;',
    ...globals.map((name) => `      now.${name} = 0;`),
    '      for (i = 0; i < (int) now._nr_pr; i++) switch (((P0 *)pptr(i))->_t) {',
    ...locals.flatMap((names, type) => {
      if (names.length === 0) return [];
      const cleared = names.map((name) => `((P${type} *)pptr(i))->${name} = 0;`);
      return [`        case ${type}: ${cleared.join(' ')} break;`];
    }),
    '      }',
    '    }',
    '  }',
    '}',
    '',
  ];
}

/** A stopped replay tells C's variables, which pan's list lacks (see `replayUnit`).
 * @param locals of each process type, in the text's order */
export function tellingValues(
  globals: readonly string[],
  locals: readonly (readonly string[])[],
): string[] {
  const told = (pid: string, name: string, value: string): string =>
    `printf("@variable %d ${name} %lld\\n", ${pid}, (long long) ${value});`;
  return [
    'c_code {',
    '  static void tell_values(void *(*process)(int)) {',
    '    int i;',
    ...globals.map((name) => `    ${told('-1', name, `now.${name}`)}`),
    '    for (i = 0; i < (int) now._nr_pr; i++) switch (((P0 *)process(i))->_t) {',
    ...locals.flatMap((names, type) => {
      if (names.length === 0) return [];
      const each = names.map((name) => told('i', name, `((P${type} *)process(i))->${name}`));
      return [`      case ${type}: ${each.join(' ')} break;`];
    }),
    '    }',
    '  }',
    '  static void (*told_values)(void *(*)(int)) = tell_values;',
    '}',
    '',
  ];
}
