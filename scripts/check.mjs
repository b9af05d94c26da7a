/**
 * The checks that run nothing of the project. That of the import table comes first, as it puts forbidden imports into
 * the folders for a time; that of the format takes as long as all others, and goes beside them.
 */
import { spawn } from 'node:child_process';

const passes = (script) =>
  new Promise((ended) => {
    const check = spawn('npm', ['run', '-s', script], {
      stdio: 'inherit',
      shell: process.platform === 'win32',
    });
    check.on('close', (status) => ended(status === 0));
  });

/** One after the other, the rest too where one fails. @returns those that failed. */
async function failedOf(scripts) {
  const failed = [];
  for (const script of scripts) if (!(await passes(script))) failed.push(script);
  return failed;
}

const failed = [
  ...(await failedOf(['lint:imports'])),
  ...(
    await Promise.all([['format:check'], ['typecheck', 'lint', 'deadcode']].map(failedOf))
  ).flat(),
];
for (const name of failed) console.error(`Failed: ${name}.`);
process.exit(failed.length === 0 ? 0 : 1);
