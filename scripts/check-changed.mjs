/** The step of action.yml: checks changed kernels, with Node and git alone. */
import { spawnSync } from 'node:child_process';
import { appendFileSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const KERNELS = /\.(?:cl|opencl|ocl|cu|hip)$/i;
/** Far more than any report has. */
const MOST_BYTES = 2 ** 30;

const { env } = process;
const lines = (text = '') => text.split('\n').flatMap((line) => line.trim() || []);
const say = (to, text) => (to === undefined ? undefined : appendFileSync(to, `${text}\n`));

function git(...args) {
  const { status, stdout } = spawnSync('git', args, { encoding: 'utf8', maxBuffer: MOST_BYTES });
  return status === 0 ? stdout.split('\0').filter((path) => KERNELS.test(path)) : undefined;
}

/** Kernels to check: those that changed, or all that git knows. */
function kernels() {
  const paths = lines(env.PATHS);
  const all = () => git('ls-files', '-z', '--', ...paths);
  if (env.CHANGED === 'false') return all();
  const base = env.BASE ?? '';
  const isCommit = /^[0-9a-f]{7,64}$/.test(base) && !/^0+$/.test(base);
  const found =
    isCommit && git('diff', '--name-only', '-z', '--diff-filter=d', base, 'HEAD', '--', ...paths);
  if (found) return found;
  console.log(
    `${base || 'The base'} is no commit of this checkout (fetch-depth: 0 has all): all kernels are checked.`,
  );
  return all();
}

/** A message of the runner, in one line. */
const annotated = (level, file, { line, column = 1 }, text) =>
  `::${level} file=${encode(file).replaceAll(',', '%2C').replaceAll(':', '%3A')},line=${line},col=${column}::${encode(text)}`;
const encode = (text) =>
  text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

const cell = (text) => text.replaceAll('|', '\\|').replaceAll('<', '&lt;').replaceAll('\n', ' ');

/** A table of the verdicts. */
function summary({ kernels: all }) {
  const rows = all.map(({ file, kernel = '', line, verdict, conditions, findings, reason }) => {
    const what = [reason, ...findings.map(({ kind, message }) => `${kind}: ${message}`)];
    const holdsIf = conditions.length > 0 ? ` if ${conditions.join(', ')}` : '';
    const said = what.filter(Boolean).join(' ');
    return `| ${[`${file}:${line}`, kernel, verdict + holdsIf, said].map(cell).join(' | ')} |`;
  });
  return [
    '### GPU kernels',
    '',
    '| place | kernel | verdict | what is wrong |',
    '|---|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}

function main() {
  const files = kernels();
  if (files === undefined) {
    console.log('::error::git cannot list the files: check out the repository first');
    return 2;
  }
  if (files.length === 0) {
    console.log('No kernel changed.');
    say(env.GITHUB_OUTPUT, 'accepted=true');
    say(env.GITHUB_STEP_SUMMARY, 'No GPU kernel changed.');
    return 0;
  }
  const own = JSON.parse(readFileSync(fileURLToPath(new URL('../package.json', import.meta.url))));
  const given = lines(env.COMMAND);
  // npm would look for a relative path from the nearest folder with a package.json.
  const archive = resolve(`overtime-${own.version}.tgz`);
  const [program, ...args] =
    given.length > 0 ? given : ['npx', '--yes', `--package=${archive}`, 'overtime'];
  const options = [...lines(env.OPTIONS), '--json', '--sarif', env.SARIF];
  const { status, stdout, error } = spawnSync(
    program,
    [...args, 'check', ...options, '--', ...files],
    { encoding: 'utf8', maxBuffer: MOST_BYTES, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  if (error || !stdout) {
    console.log(`::error::overtime check gave no report: ${error?.message ?? `status ${status}`}`);
    return 2;
  }
  const report = JSON.parse(stdout);
  for (const { file, line, kernel, verdict, accepted, findings, reason } of report.kernels) {
    for (const one of findings)
      console.log(
        annotated(
          one.assumed ? 'warning' : 'error',
          one.file ?? file,
          one,
          `${one.kind}: ${one.message}`,
        ),
      );
    if (!accepted && findings.length === 0)
      console.log(
        annotated(
          'error',
          file,
          { line },
          `${kernel ?? 'the text'} is ${verdict}${reason ? `: ${reason}` : ''}`,
        ),
      );
  }
  say(env.GITHUB_OUTPUT, `accepted=${report.accepted}\nsarif=${env.SARIF}`);
  say(env.GITHUB_STEP_SUMMARY, summary(report));
  return status ?? 2;
}

process.exitCode = main();
