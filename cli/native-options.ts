import { line } from './option-values.ts';

/** `--help` on it. */
export const NATIVE_HELP = [
  line(
    '--native',
    'search natively: the same verifier, compiled by gcc on this machine; faster, with',
  ),
  line('', 'more than 4 GB where --memory says so, and without the sandbox of WebAssembly'),
];

/** Megabytes that can be asked for natively. */
export const MOST_NATIVE_MEMORY = 2 ** 20;
