/** `npm run -s grade`: the command reads puzzles as the site's build does. */
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));
await runnerImport(`${root}cli/grade.ts`, { configFile: false, root, logLevel: 'error' });
