const manifests = import.meta.glob<string>('../../wasm/build/verifiers/manifest.json', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** Digests of the shipped verifiers; undefined where none were built. */
export const [SHIPPED_MANIFEST] = Object.values(manifests);

/** Their addresses, named by key (see scripts/build-verifiers.ts). */
export const SHIPPED_URLS = import.meta.glob<string>('../../wasm/build/verifiers/*.wasm', {
  query: '?url',
  import: 'default',
  eager: true,
});
