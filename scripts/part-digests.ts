import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import type { Plugin } from 'vite';

/** The first half of a script's SHA-256. */
export const partDigest = (content: string | Uint8Array): string =>
  createHash('sha256').update(content).digest('hex').slice(0, 32);

/** Tells the page what its scripts are (src/base/part.ts): digests by name, as data, which no policy forbids. */
export const partDigests = (): Plugin => ({
  name: 'overtime-part-digests',
  apply: 'build',
  enforce: 'post',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      const page = bundle['index.html'];
      if (page?.type !== 'asset') throw new Error('there is no page');
      const scripts = Object.values(bundle).flatMap((file) => {
        if (!file.fileName.endsWith('.js') || !file.fileName.startsWith('assets/')) return [];
        const content = file.type === 'chunk' ? file.code : file.source;
        return [[basename(file.fileName), partDigest(content)]];
      });
      const data = JSON.stringify(Object.fromEntries(scripts.toSorted()));
      const html =
        typeof page.source === 'string' ? page.source : new TextDecoder().decode(page.source);
      const parts = `<script type="application/json" id="parts">${data}</script>`;
      page.source = html.replace('</body>', () => `${parts}\n  </body>`);
    },
  },
});
