import * as v from 'valibot';
import clangManifest from '../../wasm/build/clang/manifest.json?raw';
import { COMPILER_URLS } from './built-files-browser.ts';
import { clangManifestSchema } from './clang-assets.ts';
import type { CompilerFile } from './kept-compiler.ts';

/** All compiler files, for the browser's cache. */
export const compilerFiles = (): readonly CompilerFile[] => {
  const { files } = v.parse(clangManifestSchema, JSON.parse(clangManifest));
  return Object.entries(COMPILER_URLS).map(([name, url]) => ({
    url,
    bytes: files[name]?.bytes ?? 0,
  }));
};
