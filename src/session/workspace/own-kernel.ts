import * as v from 'valibot';
import { listed } from '../kept/kept-list.ts';
import { settingsSchema } from '../kept/settings.ts';
import { type Kept, upgraded, type Upgrades } from '../kept/versions.ts';

/** A change of kept own kernels needs an entry here. */
const UPGRADES: Upgrades = [];

const ownKernelSchema = v.object({
  /** Changes with each write, by whichever tab. */
  revision: v.string(),
  ...listed,
  /** The text, and what it was tuned with. */
  settings: settingsSchema,
});

/** The user's kernel, as the browser keeps it. */
export type OwnKernel = Readonly<v.InferOutput<typeof ownKernelSchema>>;

export const kernelRecord = (kernel: OwnKernel): Kept => ({
  ...kernel,
  version: UPGRADES.length + 1,
});

/** Undefined for an unreadable record. */
export function readOwnKernel(record: unknown): OwnKernel | undefined {
  const parsed = v.safeParse(ownKernelSchema, upgraded(record, UPGRADES));
  return parsed.success ? parsed.output : undefined;
}

/** A free name: `saxpy`, `saxpy (2)`. */
export function freeName(name: string, taken: readonly string[]): string {
  const known = new Set(taken);
  let free = name;
  for (let number = 2; known.has(free); number += 1) free = `${name} (${number})`;
  return free;
}

/** An unnamed text's title: its kernel's, or after its example.
 * @param example the example it was opened as, if any. */
export function nameFor(
  kernelName: string | undefined,
  example: { readonly label: string; readonly text: string } | undefined,
): string {
  const isOfExample =
    example !== undefined &&
    (kernelName === undefined || new RegExp(`\\b${kernelName}\\b`).test(example.text));
  if (isOfExample) return `${example.label}, edited`;
  return kernelName ?? 'Kernel without a name';
}
