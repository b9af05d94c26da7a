/** The digest of no text: a style element may be there as long as it is empty. */
const EMPTY = 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=';

/** What the page may do. Only its own files can be fetched, so a kernel cannot leave the tab even by mistake.
 * WebAssembly has to be compiled, and workers begin with a blob that carries this policy to them
 * (src/base/start-worker.ts). No text of a style element counts: libraries that write one get a constructed sheet
 * in its place (src/ui/theme/style-elements.ts), and no style attribute: they become properties
 * (src/ui/theme/style-attributes.ts). Squiggles are images from data:. */
export const CONTENT_POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "worker-src 'self' blob:",
  "connect-src 'self' blob: data:",
  `style-src 'self' '${EMPTY}'`,
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/** Who may show the page in a frame, which only a header can say: anybody, for its embedded form is made for the
 * pages and slides of others. A host that knows them names them here in place of the schemes. */
const FRAMES = "frame-ancestors 'self' http: https: file:";

/** What a host had better send: with every file, with those whose names have a digest of what they hold, and with
 * all others. */
export const HEADERS = {
  all: {
    'Content-Security-Policy': `${CONTENT_POLICY}; ${FRAMES}`,
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
  },
  assets: { 'Cache-Control': 'public, max-age=31536000, immutable' },
  others: { 'Cache-Control': 'no-cache' },
} as const;

const lines = (headers: Readonly<Record<string, string>>): string[] =>
  Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`);

/** The same as a file `_headers`, which several hosts read. */
export const headersFile = (): string =>
  [
    ...['/*', ...lines(HEADERS.all), ...lines(HEADERS.others)],
    // What is more special takes the place of what is general, which such a host would else join to it.
    ...['', '/assets/*', '  ! Cache-Control', ...lines(HEADERS.assets), ''],
  ].join('\n');
