import { readFileSync } from 'node:fs';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { thirdPartyNotices } from './scripts/notices.ts';
import { scaledSizes } from './scripts/scaled-sizes.ts';

// What the page may do. Only its own files can be fetched, so a kernel cannot leave the tab even by
// mistake. WebAssembly has to be compiled; the editor and React set inline styles and draw squiggles
// from data: images; comlink and the compiler may start workers from blobs.
const CONTENT_POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "worker-src 'self' blob:",
  "connect-src 'self' blob: data:",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/** Puts the policy into the built page. Vite's development server needs inline scripts and a socket, so
 * it is left out there. */
function contentPolicy(): Plugin {
  return {
    name: 'overtime-content-policy',
    apply: 'build',
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
) as {
  version: string;
};

export default defineConfig({
  // Relative addresses, so that the site works from any folder of any host.
  base: './',
  plugins: [react(), scaledSizes(), contentPolicy(), thirdPartyNotices(import.meta.dirname)],
  define: { __APP_VERSION__: JSON.stringify(version) },
  assetsInclude: ['**/*.wasm'],
  worker: { format: 'es' },
  build: {
    target: 'es2022',
    // wasm and fonts stay files: inlined as base64 they would be larger and could not be streamed.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 4000,
  },
  // Workers inherit no policy from a meta tag, so the servers here send it as a header as well.
  preview: {
    host: '127.0.0.1',
    headers: { 'Content-Security-Policy': CONTENT_POLICY },
  },
  server: { host: '127.0.0.1' },
});
