/** Checks download sizes of the built site in the system's Chromium, against limits and
 * docs/hosting.md: `npm run -s budget`; `npm run -s budget -- --write` updates that page. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { begin, readOptions } from '../cli/command.ts';
import { UsageError } from '../cli/usage-error.ts';
import { dist, firstContext, openSite, project } from './bench/site.ts';

/** Bytes after gzip, which even the least host offers. */
const MOST_SCRIPT = 250_000;
const MOST_TO_USE = 560_000;
const MOST_TO_READ = 660_000;
const MOST_TO_PROOF = 4_000_000;
/** Largest difference between a documented figure and the real one. */
const TOLERANCE = 0.1;

const PAGE = join(project, 'docs', 'hosting.md');
const TABLE = /(<!-- sizes -->\n)[\s\S]*?(<!-- end -->)/;
const PAGE_SCRIPT = /^assets\/page-[\w-]{8}\.js$/;
/** Parses kernels; it comes beside the page, with its grammar. */
const READER = /^assets\/(parser|reading)-[\w-]{8}\.js$/;
const COMPILER = /^assets\/(llvm\.core|(resources|opencl)-[^/]*\.bin$)/;

begin('budget');
const { write } = readOptions('npm run -s budget [-- --write]: what the site makes people fetch', {
  write: { type: 'boolean' },
});

interface Row {
  readonly what: string;
  readonly files: readonly string[];
  /** Compressed bytes at most. */
  readonly most?: number;
}

const read = (path: string): Buffer => readFileSync(join(dist, path));

/** Scripts that are waited for: these, and their static imports. */
function withImports(first: readonly string[]): string[] {
  const found = new Set<string>();
  const visit = (path: string): void => {
    if (found.has(path)) return;
    found.add(path);
    const text = read(path).toString('utf8');
    for (const [, name = ''] of text.matchAll(/(?:from|import)\s*["'`](\.\/[^"'`]+\.js)["'`]/g))
      visit(posix.join(dirname(path), name));
  };
  for (const path of first) visit(path);
  return [...found];
}

/** A first visit's requests, until the first example is proved. */
async function untilProof(): Promise<string[]> {
  const site = await openSite();
  try {
    const context = await firstContext(site);
    const asked = new Set<string>();
    context.on('response', (response) => {
      if (response.url().startsWith(site.address))
        asked.add(response.url().slice(site.address.length).split(/[?#]/)[0] || 'index.html');
    });
    const page = await context.newPage();
    await page.goto(site.address);
    await page.locator('[data-testid=status]', { hasText: 'proved' }).waitFor({ timeout: 120_000 });
    return [...asked];
  } finally {
    await site.close();
  }
}

function everything(folder = ''): string[] {
  return readdirSync(join(dist, folder), { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? everything(`${folder}${entry.name}/`) : [`${folder}${entry.name}`],
  );
}

const BROTLI = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_LGWIN]: 24 };
const compressed = new Map<string, readonly [number, number, number]>();

/** Bytes plain, with gzip and with Brotli. Compressed files are sent as they are. */
function sizesOf(path: string): readonly [number, number, number] {
  const known = compressed.get(path);
  if (known) return known;
  const bytes = read(path);
  const { length } = bytes;
  const sizes: readonly [number, number, number] = /\.woff2?$/.test(path)
    ? [length, length, length]
    : [
        length,
        gzipSync(bytes, { level: 6 }).length,
        brotliCompressSync(bytes, { params: BROTLI }).length,
      ];
  compressed.set(path, sizes);
  return sizes;
}

const total = (files: readonly string[], at: 0 | 1 | 2): number =>
  files.reduce((sum, path) => sum + sizesOf(path)[at], 0);

const inWords = (bytes: number): string =>
  bytes < 1e6 ? `${Math.round(bytes / 1e3)} KB` : `${(bytes / 1e6).toFixed(1)} MB`;

const html = read('index.html').toString('utf8');
const named = [...html.matchAll(/(?:src|href)="\.\/(assets\/[^"]+\.js)"/g)].flatMap(
  ([, path]) => path ?? [],
);
const toProof = await untilProof();
const all = everything().filter((path) => path !== '_headers');
const toUse = withImports([...named, ...all.filter((path) => PAGE_SCRIPT.test(path))]);
// A worker has a reader of its own.
const isReader = (path: string): boolean =>
  READER.test(path) && toUse.some((script) => read(script).includes(posix.basename(path)));
const rows: readonly Row[] = [
  { what: 'Script that the first paint waits for', files: withImports(named), most: MOST_SCRIPT },
  { what: 'Script until the page can be used', files: toUse, most: MOST_TO_USE },
  {
    what: 'The same with what reads kernels, which comes beside it',
    files: withImports([...toUse, ...all.filter(isReader)]),
    most: MOST_TO_READ,
  },
  { what: 'All up to the proof of the first example', files: toProof, most: MOST_TO_PROOF },
  {
    what: 'Kept for offline use, without the compiler',
    files: all.filter((p) => !COMPILER.test(p)),
  },
  { what: 'The C compiler, when it is needed first', files: all.filter((p) => COMPILER.test(p)) },
];

/** Slowly compressed files have known sizes, which change only with the compiler. */
const shown = write === true ? rows : rows.filter(({ most }) => most !== undefined);
const lines = shown.map(({ what, files, most }) => {
  const [plain, gzip, brotli] = [total(files, 0), total(files, 1), total(files, 2)];
  const limit = most === undefined ? '' : inWords(most);
  return { what, gzip, most, cells: [what, files.length, plain, gzip, brotli, limit] };
});
for (const { cells } of lines)
  console.log(
    cells.map((cell) => (typeof cell === 'number' && cell > 999 ? inWords(cell) : cell)).join('  '),
  );

const faults = [
  ...lines.flatMap(({ what, gzip, most }) =>
    most !== undefined && gzip > most ? [`${what}: ${inWords(gzip)} of ${inWords(most)}`] : [],
  ),
  ...(toProof.some((path) => COMPILER.test(path))
    ? ['the compiler is fetched before the first example is proved']
    : []),
];

const text = readFileSync(PAGE, 'utf8');
if (!TABLE.test(text)) throw new UsageError(`${PAGE} has no place for the sizes`);
if (write === true) {
  const body = lines.map(
    ({ cells: [what = '', files = '', plain = 0, gzip = 0, brotli = 0, limit = ''] }) =>
      `| ${what} | ${files} | ${inWords(Number(plain))} | ${inWords(Number(gzip))} | ${inWords(Number(brotli))} | ${limit} |`,
  );
  const head = [
    '| What | Files | As it is | gzip | Brotli | At most |',
    '| --- | --: | --: | --: | --: | --: |',
  ];
  writeFileSync(PAGE, text.replace(TABLE, `$1\n${[...head, ...body].join('\n')}\n\n$2`));
} else {
  for (const { what, gzip } of lines) {
    const said = new RegExp(`\\| ${what} \\|[^|]*\\|[^|]*\\| ([\\d.]+) (KB|MB) \\|`).exec(text);
    const bytes = Number(said?.[1]) * (said?.[2] === 'MB' ? 1e6 : 1e3);
    if (!(Math.abs(bytes - gzip) <= TOLERANCE * gzip))
      faults.push(`docs/hosting.md says otherwise of "${what}": npm run -s budget -- --write`);
  }
}
for (const fault of faults) console.error(`budget: ${fault}`);
process.exitCode = faults.length > 0 ? 1 : 0;
