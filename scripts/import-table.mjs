/** Which folder of src may import from which: data flows one way, from text to views. */
export const IMPORT_TABLE = {
  base: [],
  // Text to a program: all that knows the language.
  front: ['base'],
  // Costs of a kernel.
  kernel: ['base', 'front'],
  // Values of a kernel, for one configuration.
  values: ['base', 'front', 'kernel'],
  // A kernel's program as WGSL, and a GPU that runs and times it.
  wgsl: ['base', 'front', 'values'],
  gpu: ['base', 'front', 'values', 'wgsl'],
  platform: ['base', 'front', 'kernel'],
  // Real machines: what a kernel costs on one, in one configuration.
  device: ['base', 'front', 'kernel', 'platform'],
  promela: ['base', 'front', 'kernel', 'values', 'platform', 'device'],
  spin: ['base'],
  tuning: ['base'],
  // Times that somebody measured: files of them, and how well others rank beside them.
  measured: ['base'],
  // What to measure next, from what was measured and what a model says.
  learn: ['base', 'measured'],
  trace: ['base', 'front', 'kernel', 'values', 'device', 'promela', 'spin'],
  checker: [
    'base',
    'front',
    'kernel',
    'values',
    'platform',
    'device',
    'promela',
    'spin',
    'tuning',
    'trace',
  ],
  // Search spaces and results as the community's tools have them.
  exchange: ['base', 'front', 'kernel', 'values', 'platform', 'tuning', 'measured', 'checker'],
  // A problem as a folder for other machines, and what they found as one result.
  cluster: ['base', 'front', 'kernel', 'promela', 'spin', 'tuning', 'measured', 'checker'],
  // The editor's questions. It shows the model's costs, so it stands beside it.
  language: ['base', 'front', 'kernel', 'values', 'platform', 'device', 'promela'],
  session: [
    'base',
    'gpu',
    'front',
    'kernel',
    'values',
    'platform',
    'device',
    'promela',
    'language',
    'spin',
    'tuning',
    'measured',
    'learn',
    'exchange',
    'trace',
    'checker',
    'cluster',
  ],
  // Lessons: read of files, and their tasks judged by a session.
  lessons: ['base', 'values', 'platform', 'tuning', 'trace', 'checker', 'session'],
  // Files and links of others, read beside the page within limits.
  outside: ['base', 'cluster', 'exchange', 'lessons', 'measured', 'session'],
  // The site in the browser without a network: a worker of its own, and what the page says to it.
  offline: ['base'],
  // Views read what each room says of its own, and ask the session for what is to happen.
  ui: [
    'base',
    'gpu',
    'values',
    'platform',
    'device',
    'promela',
    'language',
    'spin',
    'tuning',
    'measured',
    'learn',
    'exchange',
    'trace',
    'checker',
    'cluster',
    'session',
    'offline',
    'lessons',
    'outside',
  ],
};

/** Files that may import each other in a circle: a statement of C holds expressions, an expression calls, and
 * a call the statements of a function, each lowered in a file of its own. */
const RECURSIVE = ['src/kernel/lower-*.ts', 'src/kernel/place.ts', 'src/values/build/c-*.ts'];

/** Folders inside of folders, at most. The patterns are relative, so each depth has its own: `../trace` in
 * src/ui/shell is src/ui/trace. */
const DEPTHS = [1, 2, 3];

/** Files of the page that wire: they read the session and hand data and callbacks to views, which know no
 * store. */
const CONTAINERS = ['**/*-pane.tsx', '**/*-bar.tsx', 'shell/*', 'shared/session-context.tsx'];

const noImports = (patterns) => ({ 'no-restricted-imports': ['error', { patterns }] });

/** The part of oxlint's configuration that enforces the table. */
export function overrides() {
  const folders = Object.keys(IMPORT_TABLE);
  // Tests may look at everything they check against.
  const excludeFiles = ['**/*.test.ts', '**/*.test.tsx'];
  const table = Object.entries(IMPORT_TABLE).flatMap(([folder, allowed]) =>
    DEPTHS.flatMap((depth) => {
      const files = [`src/${folder}/${'*/'.repeat(depth - 1)}*.{ts,tsx}`];
      const patterns = folders
        .filter((other) => other !== folder && !allowed.includes(other))
        .map((other) => ({
          regex: `^${'\\.\\./'.repeat(depth)}${other}(/|$)`,
          message: `src/${folder} may import from ${['its own folder', ...allowed].join(', ')} only (scripts/import-table.mjs).`,
        }));
      const rules = { files, excludeFiles, rules: noImports(patterns) };
      if (folder !== 'ui') return [rules];
      const session = {
        regex: 'session-context',
        message: 'A view takes data and callbacks and knows no store (scripts/import-table.mjs).',
      };
      const containers = CONTAINERS.map((each) => `**/src/ui/${each}`);
      return [
        rules,
        {
          files,
          excludeFiles: [...excludeFiles, ...containers],
          rules: noImports([...patterns, session]),
        },
      ];
    }),
  );
  // Circles of types are circles too: nobody can read one of the files without the others.
  const circles = {
    files: ['src/**/*.{ts,tsx}'],
    excludeFiles: RECURSIVE,
    rules: { 'import/no-cycle': ['error', { ignoreTypes: false }] },
  };
  return [...table, circles];
}
