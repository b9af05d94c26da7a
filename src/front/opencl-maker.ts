import { assemble } from './includes.ts';
import type { Maker } from './maker.ts';
import { blankQualifiers } from './qualifiers.ts';
import { syntaxError } from './syntax-error.ts';
import { convert } from './tree.ts';
import { grownTree } from './tree-node.ts';

export const OPENCL: Maker = {
  assemble,
  blank: blankQualifiers,
  grown: grownTree,
  parsed(root, { text, code, qualifiers, known, watch }) {
    const error = syntaxError(root, text, code);
    return error === undefined
      ? { program: convert(root, text, code, qualifiers, known, watch), diagnostics: [] }
      : { diagnostics: [error] };
  },
  deviceText: (source) => source,
};
