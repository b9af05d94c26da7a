import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Where systems keep the Vulkan driver that Chromium has for machines without a GPU. */
const FOLDERS = ['/usr/lib/chromium', '/usr/lib64/chromium-browser', '/usr/lib/chromium-browser'];

const folder = FOLDERS.find((each) => existsSync(`${each}/libvk_swiftshader.so`));

/** Runs a script of the project on SwiftShader; the lines that it prints.
 * @throws where it fails, with what it said. */
export function onSwiftShader(script: string, args: readonly string[]): readonly string[] {
  if (folder === undefined)
    throw new Error(
      `Tests of WebGPU need Chromium's SwiftShader, in one of ${FOLDERS.join(', ')}.`,
    );
  const path = fileURLToPath(new URL(`../../${script}`, import.meta.url));
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', 'tsx', path, ...args],
    {
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
      env: {
        ...process.env,
        // The loader reads it at the start of a process, so it needs one of its own.
        LD_LIBRARY_PATH: folder,
        VK_ICD_FILENAMES: `${folder}/vk_swiftshader_icd.json`,
      },
    },
  );
  if (status !== 0) throw new Error(`${script} ended with ${status}: ${stderr.slice(-2000)}`);
  return stdout.split('\n').filter((line) => line.startsWith('{'));
}
