import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** A candidate in the manner of generated kernels, and the plain function that it must equal. */
export interface Pair {
  readonly problem: string;
  /** Its description. */
  readonly title: string;
  readonly known: 'right' | 'wrong';
  readonly text: string;
  readonly reference: string;
  readonly path: string;
  readonly referencePath: string;
}

/** Fractional numbers may be so far apart: sums are taken in other orders. */
export const TOLERANCE = 1e-4;

const HERE = new URL('./', import.meta.url);
const REFERENCE = 'reference.cl';

/** Reads `// TITLE: right` or `// TITLE: wrong` and the kernel below it. */
function pairsOf(problem: string, from: URL): readonly Pair[] {
  const folder = new URL(`${problem}/`, from);
  const referencePath = fileURLToPath(new URL(REFERENCE, folder));
  const reference = readFileSync(referencePath, 'utf8');
  const files = readdirSync(folder).filter((name) => name !== REFERENCE);
  return files.toSorted().map((name) => {
    const path = fileURLToPath(new URL(name, folder));
    const text = readFileSync(path, 'utf8');
    const [, title = '', known] = /^\/\/ (.+): (right|wrong)\n/.exec(text) ?? [];
    if (known !== 'right' && known !== 'wrong') throw new Error(`${path}: what is it?`);
    return { problem, title, known, text, reference, path, referencePath };
  });
}

const pairsIn = (from: URL): readonly Pair[] =>
  readdirSync(from, { withFileTypes: true })
    .filter((each) => each.isDirectory())
    .map(({ name }) => name)
    .toSorted()
    .flatMap((name) => pairsOf(name, from));

export const PAIRS = pairsIn(HERE);

/** Those of layers of networks, which take longer. */
export const MORE_PAIRS = pairsIn(new URL('../more-pairs/', HERE));
