/** The digest of no text, for empty style elements. */
const EMPTY = 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=';

/** Only own files can be fetched, so a kernel cannot leave the tab even by mistake. WebAssembly must
 * compile, and workers start from a blob that carries this policy to them
 * (src/base/start-worker.ts). Style elements become constructed sheets
 * (src/ui/theme/style-elements.ts), style attributes become properties
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

/** Anybody may frame the page, for its embedded form; only a header can say so. A host that knows
 * the framing sites names them here instead of the schemes. */
const FRAMES = "frame-ancestors 'self' http: https: file:";

/** A page that its machine makes searches for: nobody else may lay their own over it, or steer its window. */
export const UNFRAMED = {
  'Content-Security-Policy': `${CONTENT_POLICY}; frame-ancestors 'self'`,
  'Cross-Origin-Opener-Policy': 'same-origin',
};

/** Recommended headers: for every file, for names with a digest, and for all others. */
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

/** The headers as a file `_headers`, which several hosts read. */
export const headersFile = (): string =>
  [
    '/*',
    ...lines(HEADERS.all),
    ...lines(HEADERS.others),
    // Such hosts would append the general header: the special one must replace it.
    '',
    '/assets/*',
    '  ! Cache-Control',
    ...lines(HEADERS.assets),
    '',
  ].join('\n');
