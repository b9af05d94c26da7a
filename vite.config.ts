import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { CONTENT_POLICY, HEADERS, headersFile } from './scripts/content-policy.ts';
import { keptOffline } from './scripts/kept-offline.ts';
import { thirdPartyNotices } from './scripts/notices.ts';
import { softwareBill } from './scripts/sbom.ts';
import { partDigests } from './scripts/part-digests.ts';
import { withImports } from './scripts/page-modules.ts';
import { scaledSizes } from './scripts/scaled-sizes.ts';

/** Puts the policy into the built page, and beside it for hosts that send it. Vite's development server needs
 * inline scripts and a socket, so it is left out there. */
function contentPolicy(): Plugin {
  return {
    name: 'overtime-content-policy',
    apply: 'build',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: '_headers', source: headersFile() });
    },
    transformIndexHtml: () => [
      {
        tag: 'meta',
        attrs: { 'http-equiv': 'Content-Security-Policy', content: CONTENT_POLICY },
        injectTo: 'head-prepend',
      },
    ],
  };
}

const { version } = JSON.parse(
  readFileSync(new URL('./package.json', import.meta.url), 'utf8'),
) as { version: string };

/** Packages for browsers take the document, which no worker has. */
const entities = createRequire(import.meta.url).resolve('decode-named-character-reference');

const source = (name: string): string => join(import.meta.dirname, 'src', name);
let known:
  { readonly painted: ReadonlySet<string>; readonly page: ReadonlySet<string> } | undefined;

/** One file for all that the page needs after its first paint: each file more is a request more. */
function ofPage(id: string, modules: Parameters<typeof withImports>[1]): string | null {
  known ??= {
    painted: withImports(source('main.tsx'), modules),
    page: withImports(source('page.tsx'), modules),
  };
  // The entry itself, asked for by name, stays a file of its own.
  const isWithin = id !== source('page.tsx') && known.page.has(id);
  return isWithin && !known.painted.has(id) ? 'workbench' : null;
}

export default defineConfig({
  // Relative addresses, so that the site works from any folder of any host.
  base: './',
  plugins: [
    react(),
    scaledSizes(),
    contentPolicy(),
    thirdPartyNotices(import.meta.dirname),
    softwareBill(import.meta.dirname),
    partDigests(),
    keptOffline(),
  ],
  resolve: { alias: { 'decode-named-character-reference': entities } },
  define: { __APP_VERSION__: JSON.stringify(version) },
  assetsInclude: ['**/*.wasm'],
  worker: { format: 'es' },
  build: {
    target: 'es2022',
    // wasm and fonts stay files: inlined as base64 they would be larger and could not be streamed.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 4000,
    rolldownOptions: {
      // Rooms' indexes do nothing but name: modules behind them that nobody names are left out.
      treeshake: { moduleSideEffects: [{ test: /\/src\/.*\/index\.ts$/, sideEffects: false }] },
      output: {
        codeSplitting: { groups: [{ name: ofPage, includeDependenciesRecursively: false }] },
      },
    },
  },
  preview: { host: '127.0.0.1', headers: HEADERS.all },
  server: { host: '127.0.0.1' },
});
