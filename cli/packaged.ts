import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Root of all the program's files: the project, or the `npm run release` package, compiled in the
 * same layout. */
export const PROJECT = fileURLToPath(new URL('..', import.meta.url));

/** The npm package is complete and can build nothing. */
export const IS_PACKAGE = !existsSync(`${PROJECT}vite.config.ts`);

/** Usage in the words of the package or the project. */
export const asCalled = (text: string): string =>
  IS_PACKAGE
    ? text.replaceAll(
        /npm run -s (tune|verify|check|mcp|lsp|compare|next|recheck|export|merge)(?:-kernel)?( --(?= |$))?/gm,
        'overtime $1',
      )
    : text;
