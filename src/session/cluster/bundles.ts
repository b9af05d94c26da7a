import { withAdvice } from '../../base/message.ts';
import { onDemand } from '../../base/on-demand.ts';
import type { ExportOptions, Files } from '../../cluster/index.ts';
import type { createBundling, MadeArchive } from './bundling.ts';

/** Few share a search out: archives and merging are fetched when they are first asked for. */
const bundling = onDemand(() => import('./bundling.ts'));

/** Exports a kernel or model for other machines, and merges their results. */
export function createBundles(...parts: Parameters<typeof createBundling>) {
  let begun: ReturnType<typeof createBundling> | undefined;
  const bundles = async () => (begun ??= (await bundling()).createBundling(...parts));
  return {
    /** Counts invalid ones too; unknown for a model. */
    configurationCount: async () => (await bundles()).configurationCount(),
    /** Zips the open kernel or model for other machines. */
    async shardArchive(options: ExportOptions): Promise<MadeArchive> {
      try {
        return await (await bundles()).made(options);
      } catch (error) {
        return { ok: false, message: withAdvice(error) };
      }
    },
    /** Merges other machines' results into one run. @returns why there is none, in sentences. */
    async mergeShards(name: string, packed: Files | Blob): Promise<string | undefined> {
      try {
        return await (await bundles()).merged(name, packed);
      } catch (error) {
        return withAdvice(error);
      }
    },
  };
}
