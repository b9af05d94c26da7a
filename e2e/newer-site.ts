import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { partDigest } from '../scripts/part-digests.ts';

/** Copies the built site as a newer version: all scripts are renamed, as after changes, and the old
 * ones gone. */
export function newerSite(dist: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'overtime-newer-'));
  cpSync(dist, folder, { recursive: true });
  const assets = readdirSync(join(folder, 'assets'));
  const renamed = assets.filter((name) => name.endsWith('.js'));
  const texts = [
    ...assets.filter((name) => /\.(js|css)$/.test(name)).map((name) => `assets/${name}`),
    'index.html',
    'service-worker.js',
  ];
  for (const name of texts) {
    const path = join(folder, name);
    let text = readFileSync(path, 'utf8');
    for (const old of renamed) text = text.replaceAll(old, newName(old));
    if (name === 'index.html') text = text.replace('<title>', '<meta name="newer"><title>');
    if (name === 'service-worker.js')
      text = text.replace(/"\w+"(,"url":"index\.html")/, '"newer"$1');
    writeFileSync(path, text);
  }
  for (const old of renamed)
    renameSync(join(folder, 'assets', old), join(folder, 'assets', newName(old)));
  const digests = renamed.map((old) => {
    const name = newName(old);
    return [name, partDigest(readFileSync(join(folder, 'assets', name)))];
  });
  const page = join(folder, 'index.html');
  const parts = `id="parts">${JSON.stringify(Object.fromEntries(digests))}`;
  writeFileSync(
    page,
    readFileSync(page, 'utf8').replace(/id="parts">[^<]*/, () => parts),
  );
  return folder;
}

/** Another digest in the name. */
const newName = (name: string): string => name.replace(/...\.js$/, 'new.js');
