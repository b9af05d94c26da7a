import type { VerifierStore } from '../spin/cache.ts';

/** Verifiers for as long as the test takes. */
export function memoryStore(): VerifierStore {
  const entries = new Map<string, Uint8Array<ArrayBuffer>>();
  return {
    get: async (key) => entries.get(key),
    put: async (key, bytes) => void entries.set(key, bytes),
    delete: async (key) => void entries.delete(key),
  };
}
