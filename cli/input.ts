import { host } from '#host';
import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { kernelValues, type LeftOut, leftOutOf, withoutThese } from '../src/checker/index.ts';
import { poseValues } from '../src/checker/values.ts';
import type { Given } from '../src/front/reader.ts';
import { KERNEL_ENDINGS } from '../src/front/language.ts';
import type { Includes } from '../src/front/includes.ts';
import type { Constants } from '../src/platform/index.ts';
import type { Task } from '../src/tuning/index.ts';
import { checkByRunning } from '../src/values/run/check.ts';
import { isKernelFile, type KernelArguments } from './kernel-arguments.ts';
import { checkFolders, fileName, kernelTexts, readText } from './files.ts';
import { UsageError } from './usage-error.ts';
import { includesOf } from './included.ts';
import { type KernelInput, poseText, withStated } from './posed-text.ts';
import { withSpaceOf } from './space.ts';

const EXAMPLES = fileURLToPath(new URL('../examples/', import.meta.url));

/** The named kernel and its model. @throws {UsageError} */
export async function readKernel(
  options: KernelArguments & {
    readonly task?: Task;
    readonly anyNumber?: boolean;
    readonly onlyRight?: boolean;
  },
): Promise<KernelInput> {
  const { kernelName, defines } = options;
  const { name, text: own, includes } = readSource(options);
  const spaced = options.space === undefined ? own : withSpaceOf(options.space, own);
  const about = { kernelName, defines, includes };
  const { text, placeOf } = await withStated(name, spaced, options, about);
  const given = { ...about, placeOf };
  if (options.onlyRight !== true) return poseText(name, text, options, given);
  const leftOut = await notRight(name, text, options.constants, about);
  return { ...(await poseText(name, withoutThese(text, leftOut), options, given)), leftOut };
}

/** Configurations whose values are not right, by running their work-items. */
async function notRight(
  name: string,
  text: string,
  constants: Constants,
  about: Given & { readonly kernelName?: string | undefined },
): Promise<readonly LeftOut[]> {
  const parser = await host.parser();
  const posed = poseValues(parser, text, { ...about, constants, given: {} });
  const { signal } = new AbortController();
  const { configurations } = await kernelValues(name, posed).verify({
    run: (program) => checkByRunning(program, { signal, text, constants: { ...constants } }),
    signal,
  });
  const leftOut = leftOutOf(configurations);
  if (configurations.some(({ status }) => status === 'right')) return leftOut;
  const why = posed.obstacle ?? leftOut[0]?.why ?? 'there is none';
  throw new UsageError(`--only-right: no configuration of ${name} is right: ${why}`);
}

/** Which text is meant. */
export type SourceAsked = Pick<KernelArguments, 'kernel' | 'folders'> & {
  readonly kernelName?: string | undefined;
};

/** An example's or file's text, its name and its includes; of a Python script's the one with the named kernel.
 * @throws {UsageError} */
export function readSource({ kernel, folders, kernelName }: SourceAsked): {
  readonly name: string;
  readonly text: string;
  readonly includes: Includes;
} {
  checkFolders(folders);
  const isFile = isKernelFile(kernel);
  const text = isFile ? kernelText(kernel, kernelName) : exampleText(kernel);
  const includes = includesOf(isFile ? kernel : exampleFile(kernel), folders);
  return { name: isFile ? fileName(kernel) : kernel, text, includes };
}

function kernelText(path: string, kernelName: string | undefined): string {
  const texts = kernelTexts(path);
  const named = new RegExp(`\\b${kernelName}\\s*\\(`);
  const meant = texts.filter((text) => kernelName !== undefined && named.test(text));
  const [text = '', ...others] = meant.length > 0 ? meant : texts;
  if (others.length > 0)
    console.error(
      `${fileName(path)}: its first text with kernels is taken; ${others.length} more of the same names are left out, which overtime check takes too`,
    );
  return text;
}

const exampleFile = (name: string): string =>
  `${EXAMPLES}${name}.${name.startsWith('cuda/') ? 'cu' : 'cl'}`;

/** An example's shipped text; undefined for an unknown name. */
export function shippedText(name: string): string | undefined {
  const path = exampleFile(name);
  return /^(?:cuda\/)?\w+$/.test(name) && existsSync(path) ? readText(path) : undefined;
}

/** The text of an example. @throws {UsageError} */
function exampleText(name: string): string {
  const known = ['', 'cuda/'].flatMap((folder) =>
    readdirSync(`${EXAMPLES}${folder}`)
      .filter((file) => /\.(?:cl|cu)$/.test(file))
      .map((file) => `${folder}${file.slice(0, -3)}`),
  );
  if (known.includes(name)) return readText(exampleFile(name));
  throw new UsageError(
    `there is no example ${name}; there are ${known.join(', ')}, or name a file that ends in ${KERNEL_ENDINGS.map((each) => `.${each}`).join(', ')}`,
  );
}
