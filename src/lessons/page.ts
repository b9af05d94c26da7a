import {
  EXAMPLES,
  exampleSettings,
  PRESETS,
  presetConstants,
  type Settings,
} from '../session/index.ts';
import type { PageOf } from './format.ts';

/** The text of the kernel; nothing where it is said twice or not at all. */
export function kernelOf({ example, kernel }: PageOf): string | undefined {
  if ((example === undefined) === (kernel === undefined)) return undefined;
  return kernel ?? EXAMPLES.find(({ id }) => id === example)?.text;
}

/** The settings of the page. It does not tune by itself: what is to be found out is the student's. */
export function settingsOf(page: PageOf): Settings {
  const text = kernelOf(page);
  if (text === undefined) throw new Error('a lesson that was read has a kernel');
  const { example = '', kernelName, preset, constants, semantics, machine, verifiedSize } = page;
  const usual = exampleSettings(example || 'sum', text);
  const size = usual.constants.size;
  const platform =
    (preset !== undefined && PRESETS.some(({ id }) => id === preset)
      ? presetConstants(preset, size)
      : undefined) ?? usual.constants;
  const changed = Object.entries(constants ?? {}).map(([name, value]) => [name, String(value)]);
  return {
    kernelText: text,
    example,
    constants: { ...platform, ...Object.fromEntries(changed) },
    semantics: semantics ?? usual.semantics,
    level: page.level ?? 'auto',
    method: page.method ?? 'bisection',
    ...(kernelName !== undefined && { kernelName }),
    ...(machine && { machine }),
    ...(verifiedSize !== undefined && { verifiedSize }),
    live: false,
  };
}
