import { assemble } from '../includes.ts';
import type { Maker } from '../maker.ts';
import { syntaxError } from '../syntax-error.ts';
import { parsedCuda } from './comparisons.ts';
import { deviceText } from './device-text.ts';
import { intrinsicsOf, withHeaders } from './headers.ts';
import { convertCuda } from './tree.ts';
import { blankWords } from './words.ts';

/** CUDA and HIP. */
export const CUDA: Maker = {
  assemble: (source, includes) => ({
    ...assemble(source, withHeaders(includes), intrinsicsOf(source)),
    searched: includes !== undefined,
  }),
  blank: (code) => ({ text: blankWords(code), qualifiers: [] }),
  grown: parsedCuda,
  parsed(root, { text, code, known, told, watch }) {
    const program = convertCuda(root, text, code, known, told, watch);
    // Errors in the host's code do not matter where kernels are found.
    const error = program.functions.length === 0 ? syntaxError(root, text, code) : undefined;
    return error === undefined ? { program, diagnostics: [] } : { diagnostics: [error] };
  },
  deviceText,
};
