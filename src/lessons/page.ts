import { PRESETS } from '../platform/index.ts';
import { EXAMPLES } from '../session/examples.ts';
import { exampleSettings, presetConstants, type Settings } from '../session/kept/settings.ts';
import type { PageOf } from './format.ts';

/** The kernel's text; undefined if given twice or never. */
export function kernelOf({ example, kernel }: PageOf): string | undefined {
  if ((example === undefined) === (kernel === undefined)) return undefined;
  return kernel ?? EXAMPLES.find(({ id }) => id === example)?.text;
}

/** Page settings without automatic tuning: finding out is the student's job. */
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
