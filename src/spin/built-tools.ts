import * as v from 'valibot';
import { shippedStore } from './cache.ts';
import { clangManifestSchema, createClangLoader, type Making } from './clang-assets.ts';
import type { ToolchainSetup } from './client.ts';
import { once } from './once.ts';
import { digestsIn, wholeFiles, type FileSource } from './whole-files.ts';

/** The tools in wasm/build, each fetched on first use, once per page or process.
 * @param source gets files by path in that folder.
 * @param manifests the texts of clang/manifest.json, spin-stamp.json and verifiers/manifest.json. */
export function builtTools(
  source: FileSource,
  manifests: {
    clang: string;
    spin: string | undefined;
    verifiers: () => Promise<string | undefined>;
  },
  makingClang?: Making,
): Required<Pick<ToolchainSetup, 'clang' | 'loadSpin' | 'shipped'>> {
  const inFolder =
    (folder: string): FileSource =>
    (name, anew) =>
      source(`${folder}/${name}`, anew);
  const manifest = v.parse(clangManifestSchema, JSON.parse(manifests.clang));
  const whole = wholeFiles(source);
  const use = (response: Response) => WebAssembly.compileStreaming(response);
  const digest = digestsIn(manifests.spin)['spin.wasm'];
  return {
    clang: createClangLoader(manifest, inFolder('clang'), makingClang),
    loadSpin: once(() => whole('spin.wasm', { use, digest })),
    shipped: shippedStore(
      inFolder('verifiers'),
      once(async () => digestsIn(await manifests.verifiers())),
    ),
  };
}
