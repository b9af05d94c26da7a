/** What the page may do. Only its own files can be fetched, so a kernel cannot leave the tab even by mistake.
 * WebAssembly has to be compiled; the editor and React set inline styles and draw squiggles from data:
 * images; comlink and the compiler may start workers from blobs. Who may show the page in a frame is left
 * open: its embedded form is for the pages of others. */
export const CONTENT_POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "worker-src 'self' blob:",
  "connect-src 'self' blob: data:",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/** What a host had better send: with every file, with those whose names have a digest of what they hold, and with
 * all others. */
export const HEADERS = {
  all: {
    'Content-Security-Policy': CONTENT_POLICY,
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
