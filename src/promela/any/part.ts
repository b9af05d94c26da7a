/** Per proctype, by SPIN's number: `1` for states that may still write a parameter. */
export type OpenStates = readonly string[];

/** C of a claim that searches configurations in ranges of the command line (`r0=2:8`, else any). One
 * is chosen once no process can write a parameter; other parts' paths end there. */
export function partCode(parameters: number, open: OpenStates): string {
  const formals = Array.from({ length: parameters }, (_, at) => `int p${at}`).join(', ');
  const values = Array.from({ length: parameters }, (_, at) => `p${at}`).join(', ');
  return `
  static const char *overtime_open[] = { ${open.map((states) => `"${states}"`).join(', ')} };
  static int overtime_asked, overtime_list, overtime_report, overtime_low[${parameters}], overtime_high[${parameters}];
  /* What the command line asks: list=1 for the configurations alone, report=1 for the cost of each. */
  static void overtime_ask(void) {
    extern char o_cmdline[];
    int i;
    if (overtime_asked) return;
    overtime_asked = 1;
    overtime_list = strstr(o_cmdline, "list=1") != 0;
    overtime_report = strstr(o_cmdline, "report=1") != 0;
    for (i = 0; i < ${parameters}; i++) {
      char key[16];
      const char *word;
      overtime_low[i] = -2147483647 - 1;
      overtime_high[i] = 2147483647;
      sprintf(key, " r%d=", i);
      word = strstr(o_cmdline, key);
      if (word) sscanf(word + strlen(key), "%d:%d", &overtime_low[i], &overtime_high[i]);
    }
  }
  /* Whether a configuration is of the part. */
  static int overtime_own(${formals}) {
    const int values[] = { ${values} };
    int i;
    overtime_ask();
    for (i = 0; i < ${parameters}; i++)
      if (values[i] < overtime_low[i] || values[i] > overtime_high[i]) return 0;
    return 1;
  }
  /* Whether another part has all that can come. */
  static int overtime_elsewhere(${formals}) {
    int i;
    if (overtime_own(${values}) && !overtime_list) return 0;
    for (i = BASE; i < (int) now._nr_pr; i++) {
      P0 *process = (P0 *) Pptr(i);
      if (overtime_open[process->_t][process->_p] == '1') return 0;
    }
    if (overtime_list) {
      overtime_ready = 1;
      overtime_bound = 0;
      overtime(0, ${values});
    }
    return 1;
  }
  /* A cost, where each is told and none is a counterexample. */
  static int overtime_told(long long cost, ${formals}) {
    if (overtime_list || !overtime_report || !overtime_own(${values})) return 0;
    overtime_ready = 1;
    overtime_bound = cost;
    return overtime(cost, ${values});
  }
  static int overtime_sought(long long cost, ${formals}) {
    return overtime_own(${values}) && !overtime_list && !overtime_report && overtime(cost, ${values});
  }
`;
}

/** The claim's steps besides going on: other parts and what is only told end. */
export const partSteps = (when: string, cost: string, values: readonly string[]): string => {
  const all = [cost, ...values].join(', ');
  return `  :: c_expr { overtime_elsewhere (${values.join(', ')}) } -> false
  :: (${when}) && c_expr { overtime_told (${all}) } -> false
  :: (${when}) && c_expr { overtime_sought (${all}) } -> break`;
};
