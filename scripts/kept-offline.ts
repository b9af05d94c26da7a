import { VitePWA } from 'vite-plugin-pwa';

/** Makes the site installable, by manifest and service worker; all files but the compiler's are
 * kept. */
export const keptOffline = () =>
  VitePWA({
    strategies: 'injectManifest',
    srcDir: 'src/offline',
    filename: 'service-worker.ts',
    // The idle page asks for it (src/offline/offline.ts).
    injectRegister: null,
    // Relative to the site's folder, wherever that is.
    base: './',
    scope: './',
    injectManifest: {
      globPatterns: ['**/*.{html,js,css,svg,txt,json,woff2,ttf,wasm,bin}'],
      // The compiler is kept on demand (src/spin/kept-compiler.ts).
      globIgnores: ['**/llvm.core*', '**/resources-*.bin', '**/opencl-*.bin'],
      maximumFileSizeToCacheInBytes: 16 << 20,
      // Names that have a digest of what they hold.
      dontCacheBustURLsMatching: /^assets\//,
      target: 'es2022',
    },
    manifest: {
      name: 'Overtime',
      short_name: 'Overtime',
      description: 'Tunes OpenCL kernels by model checking with SPIN, in the browser.',
      lang: 'en',
      start_url: './',
      display: 'standalone',
      background_color: '#eef0f2',
      theme_color: '#0b5c95',
      categories: ['education', 'developer'],
      icons: [
        { src: './icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
        { src: './icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'maskable' },
      ],
    },
  });
