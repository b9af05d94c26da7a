import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Length and SHA-256 of files, by name, for who fetches them to see that they are whole. */
export function digestsOf(folder, names) {
  return Object.fromEntries(
    names.map((name) => {
      const content = readFileSync(join(folder, name));
      const sha256 = createHash('sha256').update(content).digest('hex');
      return [name, { bytes: content.length, sha256 }];
    }),
  );
}
