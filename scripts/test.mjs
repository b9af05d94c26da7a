/**
 * All tests: builds the site once, then runs the unit tests and the browser's tests, one after the other. Side by
 * side on two cores, pages were starved and failed at their first try.
 */
import { spawnSync } from 'node:child_process';

const run = (command, ...args) => spawnSync(command, args, { stdio: 'inherit' }).status ?? 1;

if (run(process.execPath, 'scripts/setup.mjs', '--test') !== 0) process.exit(1);
if (run('npm', 'run', '-s', 'build') !== 0) process.exit(1);
const suites = { 'unit tests': ['vitest', 'run'], 'browser tests': ['playwright', 'test'] };
const failed = Object.keys(suites).filter((name) => run('npx', ...suites[name]) !== 0);
for (const name of failed) console.error(`Failed: ${name}.`);
process.exit(failed.length);
