import * as v from 'valibot';
import { listName, placeInList } from '../kept/kept-list.ts';
import { settingsSchema } from '../kept/settings.ts';
import { type Kept, upgraded, type Upgrades } from '../kept/versions.ts';

/** A change of what is kept of own kernels needs an entry here. */
const UPGRADES: Upgrades = [];

const ownKernelSchema = v.object({
  id: v.pipe(v.string(), v.minLength(1), v.maxLength(80)),
  name: listName,
  /** Whether the user gave it its name; else it follows the text. */
  named: v.boolean(),
  /** Another one each time that it is written, by whichever tab. */
  revision: v.string(),
  ...placeInList,
  /** The text, and what it was tuned with. */
  settings: settingsSchema,
});

/** A kernel of the user's, as the browser keeps it. */
export type OwnKernel = Readonly<v.InferOutput<typeof ownKernelSchema>>;

/** As it is kept. */
export const kernelRecord = (kernel: OwnKernel): Kept => ({
  ...kernel,
  version: UPGRADES.length + 1,
});

/** An own kernel; nothing where the record cannot be read. */
export function readOwnKernel(record: unknown): OwnKernel | undefined {
  const parsed = v.safeParse(ownKernelSchema, upgraded(record, UPGRADES));
  return parsed.success ? parsed.output : undefined;
}

/** A name that no other kernel has: `saxpy`, `saxpy (2)`. */
export function freeName(name: string, taken: readonly string[]): string {
  const known = new Set(taken);
  let free = name;
  for (let number = 2; known.has(free); number += 1) free = `${name} (${number})`;
  return free;
}

/** What a text is called that nobody has named: by its kernel, or after the example that it was made of.
 * @param example the example that it was opened as, where there is one. */
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
