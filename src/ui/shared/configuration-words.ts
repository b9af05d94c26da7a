import type { Configuration } from '../../session/index.ts';
import { alternatives, whole } from './format.ts';

/** Configurations in few words: those that differ in their last parameter alone are put together, as
 * `WG 16, TS 4 or 8`. */
export function configurationsInWords(configurations: readonly Configuration[]): string {
  const groups = new Map<string, { head: string; name: string; values: string[] }>();
  for (const configuration of configurations) {
    const entries = Object.entries(configuration);
    const last = entries.at(-1);
    if (!last) continue;
    const head = entries
      .slice(0, -1)
      .map(([name, value]) => `${name} ${whole(value)}, `)
      .join('');
    const [name, value] = last;
    const group = groups.get(head + name) ?? { head, name, values: [] };
    group.values.push(whole(value));
    groups.set(head + name, group);
  }
  return [...groups.values()]
    .map(({ head, name, values }) => `${head}${name} ${alternatives(values)}`)
    .join('; ');
}
