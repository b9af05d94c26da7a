/**
 * All tests: builds the site once, then runs the browser's tests and the unit tests, one after the other. Side by
 * side on two cores, pages were starved and failed at their first try.
 */
import { spawnSync } from 'node:child_process';

const run = (command, ...args) => spawnSync(command, args, { stdio: 'inherit' }).status ?? 1;

if (run(process.execPath, 'scripts/setup.mjs', '--test') !== 0) process.exit(1);
if (run('npm', 'run', '-s', 'build') !== 0) process.exit(1);
const codes = [run('npx', 'playwright', 'test'), run('npx', 'vitest', 'run')];
process.exit(codes.find((code) => code !== 0) ?? 0);
