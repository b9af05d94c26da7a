import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/** A folder of a file of tests, removed after them. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'overtime-test-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Writes files there, and returns their paths. */
export const writingInto =
  (folder: string) =>
  (name: string, text: string): string => {
    const path = join(folder, name);
    writeFileSync(path, text);
    return path;
  };
