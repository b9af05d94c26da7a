import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The folder that all files of this program are found from: the project's, or that of the package that
 * `npm run release` makes, which has the same files in the same places, compiled. */
export const PROJECT = fileURLToPath(new URL('..', import.meta.url));

/** Whether this is the package: then everything is there, and nothing can be built. */
export const IS_PACKAGE = !existsSync(`${PROJECT}vite.config.ts`);

/** What is said of the command line, as it is called here. */
export const asCalled = (text: string): string =>
  IS_PACKAGE
    ? text.replaceAll(
        /npm run -s (tune|verify|compare|recheck|export|merge)( --(?= |$))?/gm,
        'overtime $1',
      )
    : text;
