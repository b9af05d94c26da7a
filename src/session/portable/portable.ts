import * as v from 'valibot';
import { isTooDeep, TOO_DEEP } from '../../base/bracket-depth.ts';
import { ALL_EXAMPLES } from '../example-list.ts';
import { USUAL_MACHINE_SETTINGS } from '../kept/machine-settings.ts';
import type { Settings } from '../kept/settings.ts';
import { type Kept, upgraded, type Upgrades } from '../kept/versions.ts';
import { carriedModel, type ModelDocument, readModel } from '../promela/model-document.ts';
import { printOf } from '../workspace/open-document.ts';
import { fieldsOf, readSettings } from '../workspace/settings-reader.ts';
import { BASE_SETTINGS } from './base-settings.ts';
import { type PortableView, readView } from './view.ts';
import { isOnMachine } from '../../platform/index.ts';

/** A change of the portable state needs an upgrade here. Its test opens links of every version. */
const UPGRADES: Upgrades = [];

export const PORTABLE_VERSION = UPGRADES.length + 1;

/** Characters of a kernel, the same as for files. */
const MOST_CHARACTERS = 5_000_000;

type ExampleText = (id: string) => string | undefined;

/** The page's state in links and files: plain data, only differences from `BASE_SETTINGS`. The
 * reader keeps their own page behaviour (Live, checks by clang, memory). */
export interface Portable {
  readonly version: number;
  /** Absent: the example's text; `print` tells if it has changed. */
  readonly kernel?: string;
  readonly example?: { readonly id: string; readonly print: string };
  /** Fields of the settings, but for the text. */
  readonly settings: Kept;
  readonly view: PortableView;
  /** A standalone Promela model open in the kernel's place. */
  readonly model?: unknown;
}

const portableSchema = v.object({
  kernel: v.exactOptional(v.pipe(v.string(), v.maxLength(MOST_CHARACTERS))),
  example: v.exactOptional(
    v.object({
      id: v.pipe(v.string(), v.maxLength(80)),
      print: v.pipe(v.string(), v.maxLength(80)),
    }),
  ),
  settings: v.optional(v.unknown(), {}),
  view: v.optional(v.unknown(), {}),
  model: v.optional(v.unknown()),
});

/** Settings and a view as plain data. */
export function portableOf(
  settings: Settings,
  view: PortableView,
  exampleText: ExampleText,
  model?: ModelDocument,
): Portable {
  const { kernelText, example, constants, machine, limits } = settings;
  const { kernelName, semantics, level, method, verifiedSize, launch = 'usual' } = settings;
  const base = BASE_SETTINGS;
  const differing = Object.entries(constants)
    .map(([name, value]) => [name, value.trim()] as const)
    .filter(
      ([name, value]) =>
        value !== Object.entries(base.constants).find(([one]) => one === name)?.[1],
    );
  const { memoryMB: _, ...others } = limits ?? {};
  const isShipped = example !== '' && exampleText(example) === kernelText;
  return {
    version: PORTABLE_VERSION,
    ...(isShipped
      ? { example: { id: example, print: printOf(kernelText) } }
      : { kernel: kernelText }),
    settings: {
      ...(!isShipped && example !== '' && { example }),
      ...(kernelName !== undefined && { kernelName }),
      ...(differing.length > 0 && { constants: Object.fromEntries(differing) }),
      // It matters in this semantics alone.
      ...(isOnMachine(semantics) && { machine: machine ?? USUAL_MACHINE_SETTINGS }),
      ...(semantics !== base.semantics && { semantics }),
      ...(level !== base.level && { level }),
      ...(method !== base.method && { method }),
      ...(Object.keys(others).length > 0 && { limits: others }),
      ...(verifiedSize !== undefined && { verifiedSize }),
      ...(launch !== 'usual' && { launch }),
    },
    view,
    ...(model && { model: carriedModel(model) }),
  };
}

/** A portable state that was read. */
export interface Carried {
  /** All settings, but for how the page behaves. */
  readonly settings: Settings;
  readonly view: PortableView;
  /** A standalone model whose C nobody here has allowed. */
  readonly model?: ModelDocument;
  /** The kernel is a shipped example. */
  readonly isShipped: boolean;
  /** Remarks, as on unreadable parts or a changed example. */
  readonly notes: readonly string[];
}

export type ReadPortable =
  ({ readonly ok: true } & Carried) | { readonly ok: false; readonly message: string };

const refused = (message: string): ReadPortable => ({ ok: false, message });

/** Input may be anything; each field is read by itself. Refused only without a kernel. */
export function readPortable(found: unknown, exampleText: ExampleText): ReadPortable {
  const hasVersion = v.safeParse(
    v.looseObject({ version: v.pipe(v.number(), v.integer()) }),
    found,
  );
  if (!hasVersion.success) return refused('It is no state of Overtime.');
  const record = upgraded(found, UPGRADES);
  if (!record)
    return refused('A later version of Overtime made it. Reload this page to have that version.');
  const parsed = v.safeParse(portableSchema, record);
  if (!parsed.success) return refused('It has no kernel that could be read.');
  const { kernel, example } = parsed.output;
  const text = kernel ?? (example && exampleText(example.id));
  if (text === undefined)
    return refused(
      example
        ? `It is of the example "${example.id}", which this version of Overtime does not have.`
        : 'It has no kernel.',
    );
  if (isTooDeep(text)) return refused(`Its text has ${TOO_DEEP}.`);
  const { kernelText: _, ...fields } = fieldsOf(parsed.output.settings) ?? {};
  const read = readSettings(
    {
      constants: {},
      ...fields,
      ...(kernel === undefined && example && { example: example.id }),
      kernelText: text,
    },
    BASE_SETTINGS,
  );
  const { live: _live, compilerChecks: _checks, ...settings } = read.settings;
  const lost = [...read.lost];
  const view = readView(parsed.output.view, lost);
  const model = readModel(parsed.output.model, lost);
  const isChanged =
    kernel === undefined && example !== undefined && printOf(text) !== example.print;
  const label = ALL_EXAMPLES.find(({ id }) => id === example?.id)?.label;
  return {
    ok: true,
    settings: withoutMemory(settings),
    view,
    ...(model && { model }),
    isShipped: exampleText(settings.example) === text,
    notes: [
      ...(isChanged
        ? [`The example ${label ?? ''} is another than it was then: this is its text of today.`]
        : []),
      ...(lost.length > 0 ? [`Could not be read, and is as usual: ${lost.join(', ')}.`] : []),
    ],
  };
}

/** Memory is the reader's. */
function withoutMemory({ limits, ...settings }: Settings): Settings {
  const { memoryMB: _, ...others } = limits ?? {};
  return { ...settings, ...(Object.keys(others).length > 0 && { limits: others }) };
}
