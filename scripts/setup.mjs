/**
 * Sees to the programs that npm cannot install: `setup.mjs [--build] [--test]`. Prints nothing when
 * all are there. On Debian and Ubuntu it installs what is missing with apt-get; elsewhere it says in
 * one line what is missing and which variables point at it, and exits 1.
 */
import { spawnSync } from 'node:child_process';
import { accessSync, constants, readFileSync, statSync } from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/** The programs: names to look for, the variable that names another, and Debian's packages. */
const tools = [
  {
    for: 'build',
    names: ['emcc'],
    variable: 'OVERTIME_EMCC',
    packages: ['emscripten'],
    purpose: 'to build SPIN as WebAssembly',
  },
  {
    for: 'build',
    names: ['bison'],
    variable: 'OVERTIME_BISON',
    packages: ['bison'],
    purpose: "for SPIN's parser",
  },
  {
    for: 'build',
    names: ['dpkg-source'],
    variable: 'OVERTIME_SPIN_SOURCE',
    packages: ['dpkg-dev'],
    purpose: "to unpack SPIN's source",
  },
  {
    for: 'test',
    names: ['chromium', 'google-chrome', 'google-chrome-stable', 'chromium-browser'],
    variable: 'OVERTIME_CHROMIUM',
    packages: ['chromium', 'chromium-sandbox'],
    purpose: 'for the browser tests',
  },
  {
    for: 'test',
    names: ['spin'],
    variable: 'OVERTIME_SPIN',
    packages: ['spin'],
    purpose: 'to compare with',
  },
  {
    for: 'test',
    names: ['gcc', 'cc'],
    variable: 'OVERTIME_CC',
    packages: ['gcc', 'libc6-dev'],
    purpose: 'for native verifiers to compare with',
  },
  {
    for: 'test',
    names: ['g++'],
    variable: 'OVERTIME_CXX',
    packages: ['g++'],
    purpose: 'for native kernels to compare with',
  },
];

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile() && !isSnapStub(path);
  } catch {
    return false;
  }
}

/** Ubuntu's chromium packages hold a script that only says to install the snap. */
function isSnapStub(path) {
  if (!/chromium/.test(path) || statSync(path).size > 100_000) return false;
  return (
    /snap install chromium/.test(readFileSync(path, 'latin1')) && !isProgram('/snap/bin/chromium')
  );
}

function find(name, path = process.env.PATH ?? '') {
  if (/[/\\]/.test(name)) return isProgram(resolve(name));
  return path.split(delimiter).some((folder) => folder !== '' && isProgram(join(folder, name)));
}

/** Which of the tools are missing. A variable that names something decides alone. */
export function missingTools(kinds, env = process.env) {
  return tools.filter((tool) => {
    if (!kinds.has(tool.for)) return false;
    const given = env[tool.variable];
    if (!given) return !tool.names.some((name) => find(name, env.PATH));
    // This one names a folder or a file of sources, which the build looks at itself.
    return tool.variable !== 'OVERTIME_SPIN_SOURCE' && !find(given, env.PATH);
  });
}

/** One line for someone who has to install things by hand. */
export function adviceFor(missing) {
  const parts = missing.map(({ names, variable, purpose }) =>
    variable === 'OVERTIME_SPIN_SOURCE'
      ? `the source of SPIN 6.5.2 (set ${variable} to its folder or .tar.gz)`
      : `${names[0]} ${purpose} (or set ${variable})`,
  );
  return `Overtime needs, on your PATH: ${parts.join('; ')}.`;
}

/** Debian, Ubuntu or one of their kin, by /etc/os-release. */
export function isDebian(osRelease) {
  return /^ID(_LIKE)?=.*\b(debian|ubuntu)\b/m.test(osRelease);
}

function readOsRelease() {
  try {
    return readFileSync('/etc/os-release', 'utf8');
  } catch {
    return '';
  }
}

/** True if apt has a version that isn't a pointer to a snap. */
function hasCandidate(name) {
  const policy = spawnSync('apt-cache', ['policy', name], {
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C' },
  });
  const candidate = /Candidate: (\S+)/.exec(policy.stdout ?? '')?.[1];
  return candidate !== undefined && candidate !== '(none)' && !/snap/.test(candidate);
}

function apt(...args) {
  const settings = ['DEBIAN_FRONTEND=noninteractive', 'LC_ALL=C'];
  const sudo = process.getuid?.() === 0 ? [] : ['sudo'];
  const [command, ...rest] = [
    ...sudo,
    'env',
    ...settings,
    'apt-get',
    '-q',
    '-o',
    'Dpkg::Use-Pty=0',
    ...args,
  ];
  return spawnSync(command, rest, { stdio: 'inherit' }).status === 0;
}

function install(missing) {
  const what = missing.map(({ packages, purpose }) => `${packages[0]} (${purpose})`).join(', ');
  console.log(`Installing what is missing, with apt-get: ${what}`);
  const packages = missing.flatMap((tool) => tool.packages);
  const isFresh = packages.every(hasCandidate);
  const args = ['install', '-y', '--no-install-recommends'];
  if (isFresh && apt(...args, ...packages)) return;
  // No lists yet, or old ones that name files the mirrors no longer have.
  apt('update');
  // One package that is not to be had must not keep the others out.
  const available = packages.filter(hasCandidate);
  if (available.length > 0) apt(...args, ...available);
}

/** A build that is there and up to date needs no compiler. */
function isBuilt() {
  const check = spawnSync(process.execPath, [join(root, 'wasm/build.mjs'), '--check']);
  return check.status === 0;
}

function main(args) {
  const unknown = args.find((arg) => arg !== '--build' && arg !== '--test');
  if (unknown !== undefined) {
    console.error(`setup.mjs: unknown option ${unknown}; use --build, --test or none for both`);
    return 2;
  }
  const wanted = args.length > 0 ? args : ['--build', '--test'];
  // Tests need the build.
  const kinds = new Set(wanted.includes('--test') ? ['build', 'test'] : ['build']);
  const stillMissing = () => {
    const missing = missingTools(kinds);
    const isForBuild = (tool) => tool.for === 'build';
    return missing.some(isForBuild) && isBuilt() ? missing.filter((t) => !isForBuild(t)) : missing;
  };
  let missing = stillMissing();
  if (missing.length === 0) return 0;
  const canInstall =
    isDebian(readOsRelease()) && find('apt-get') && (process.getuid?.() === 0 || find('sudo'));
  if (canInstall) {
    install(missing);
    missing = stillMissing();
    if (missing.length === 0) return 0;
  }
  console.error(adviceFor(missing));
  return 1;
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  process.exitCode = main(process.argv.slice(2));
}
