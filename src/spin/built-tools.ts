import * as v from 'valibot';
import { shippedStore } from './cache.ts';
import { clangManifestSchema, compiling, createClangLoader } from './clang-assets.ts';
import type { ToolchainSetup } from './client.ts';
import { once } from './once.ts';
import { digestsIn, wholeFiles, type FileSource } from './whole-files.ts';

/** What is in wasm/build, each tool fetched when it is first needed: for all toolchains of a page or a
 * process.
 * @param source gets files by their paths in that folder.
 * @param manifests the texts of clang/manifest.json, spin-stamp.json and verifiers/manifest.json.
 * @param compilingClang makes clang's modules. */
export function builtTools(
  source: FileSource,
  manifests: { clang: string; spin: string | undefined; verifiers: string | undefined },
  compilingClang = compiling,
): Required<Pick<ToolchainSetup, 'clang' | 'loadSpin' | 'shipped'>> {
  const inFolder =
    (folder: string): FileSource =>
    (name, anew) =>
      source(`${folder}/${name}`, anew);
  const manifest = v.parse(clangManifestSchema, JSON.parse(manifests.clang));
  const whole = wholeFiles(source);
  const digest = digestsIn(manifests.spin)['spin.wasm'];
  return {
    clang: createClangLoader(manifest, inFolder('clang'), compilingClang),
    loadSpin: once(() => whole('spin.wasm', { use: compiling, digest })),
    shipped: shippedStore(inFolder('verifiers'), digestsIn(manifests.verifiers)),
  };
}
