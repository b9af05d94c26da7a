import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Where systems keep the Vulkan driver that Chromium has for machines without a GPU. */
const FOLDERS = ['/usr/lib/chromium', '/usr/lib64/chromium-browser', '/usr/lib/chromium-browser'];

const folder = FOLDERS.find((each) => existsSync(`${each}/libvk_swiftshader.so`));

/** Mesa's software driver, where a system has it; OVERTIME_LAVAPIPE names its file elsewhere. */
const LAVAPIPE = [
  process.env['OVERTIME_LAVAPIPE'] ?? '',
  '/usr/share/vulkan/icd.d/lvp_icd.json',
  '/usr/share/vulkan/icd.d/lvp_icd.x86_64.json',
].find((each) => each !== '' && existsSync(each));

/** Runs a script of the project on SwiftShader; the lines that it prints.
 * @throws where it fails, with what it said. */
export function onSwiftShader(script: string, args: readonly string[]): readonly string[] {
  const { status, stdout, stderr } = on(`${chromium()}/vk_swiftshader_icd.json`, script, args);
  if (status !== 0) throw failed(script, status, stderr);
  return linesOf(stdout);
}

/** The same on lavapipe; a sentence where that is not there, or too old for Dawn (Mesa 22). */
export function onLavapipe(script: string, args: readonly string[]): readonly string[] | string {
  if (LAVAPIPE === undefined) return 'Mesa’s lavapipe is not here.';
  const { status, stdout, stderr } = on(LAVAPIPE, script, args);
  if (stderr.includes('no-adapter')) return `Dawn refuses the driver of ${LAVAPIPE}.`;
  if (status !== 0) throw failed(script, status, stderr);
  return linesOf(stdout);
}

function chromium(): string {
  if (folder !== undefined) return folder;
  const where = FOLDERS.join(', ');
  throw new Error(`Tests of WebGPU need Chromium's SwiftShader, in one of ${where}.`);
}

const on = (driver: string, script: string, args: readonly string[]) =>
  spawnSync(
    process.execPath,
    ['--import', 'tsx', fileURLToPath(new URL(`../../${script}`, import.meta.url)), ...args],
    {
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
      // The loader reads them at the start of a process, so it needs one of its own.
      env: { ...process.env, LD_LIBRARY_PATH: chromium(), VK_ICD_FILENAMES: driver },
    },
  );

const failed = (script: string, status: number | null, said: string): Error =>
  new Error(`${script} ended with ${status}: ${said.slice(-2000)}`);

const linesOf = (text: string): readonly string[] =>
  text.split('\n').filter((line) => line.startsWith('{'));
