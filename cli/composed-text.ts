import { positionAt, type Span } from '../src/base/span.ts';
import {
  stating,
  wholeText,
  withoutPragmas,
  withReference,
} from '../src/checker/with-reference.ts';
import type { Includes } from '../src/front/includes.ts';
import type { NamedFunction } from '../src/front/reader.ts';
import type { KernelParser } from '../src/kernel/parser.ts';
import { InputError } from './diagnostics.ts';
import { includesOf } from './included.ts';
import { launchedText, placesBefore } from './launched.ts';
import { type Place, type PlaceOf, placesIn } from './places.ts';

/** A trusted text that a kernel must equal. */
export interface ReferenceSource {
  /** Its file, or a name for messages. */
  readonly name: string;
  readonly text: string;
  /** Its kernel or function; without it the namesake, or the only one. */
  readonly named?: string | undefined;
  /** Its included files are looked for beside this file first. */
  readonly path?: string | undefined;
  /** Largest difference of fractional numbers, relative or absolute. */
  readonly tolerance?: number | undefined;
}

/** Settings that turn the given text into the checked one. */
export interface TextSettings {
  /** Only this kernel of a text. */
  readonly kernelName?: string | undefined;
  /** Macros, by name. */
  readonly defines: Readonly<Record<string, string>>;
  /** Folders in which included files are looked for. */
  readonly folders: readonly string[];
  readonly reference?: ReferenceSource | undefined;
  /** The caller's facts, as after `#pragma tuner`; they win over the text's. */
  readonly stated: readonly string[];
  /** The caller's launch, for texts that have none. */
  readonly launch?: string | undefined;
  /** Facts that the text states are ignored. */
  readonly distrusts: boolean;
}

/** A kernel's text, and what finds its includes. */
export interface KernelSource {
  /** In messages. */
  readonly name: string;
  readonly text: string;
  readonly includes: Includes;
}

interface Composed {
  readonly text: string;
  readonly placeOf: PlaceOf;
  readonly twin?: string;
}

/** The text that is checked, with the caller's launch.
 * @throws {InputError} where it does not fit. */
export function composedText(
  parser: KernelParser,
  source: KernelSource,
  settings: TextSettings,
): Composed {
  const made = composed(parser, source, settings);
  const { launch } = settings;
  if (launch === undefined) return made;
  const about = { ...settings, includes: source.includes };
  const { text, from } = launchedText(parser, source.name, made.text, launch, about);
  return { ...made, text, placeOf: placesBefore(made.placeOf, from) };
}

/** The text that is checked: with the reference, and with what the caller states.
 * @throws {InputError} where the reference does not fit. */
function composed(
  parser: KernelParser,
  { name, text, includes }: KernelSource,
  { reference, kernelName, defines, folders, stated, distrusts }: TextSettings,
): Composed {
  const own = distrusts ? withoutPragmas(text) : text;
  if (reference === undefined)
    return { text: stating(own, stated), placeOf: placesFrom(placesIn(text), own.length, text) };
  const functionsOf = (of: string): readonly NamedFunction[] =>
    parser.functionsOf(of, { defines, includes }).functions;
  const trusted = wholeText(reference.text, includesOf(reference.path, folders));
  const functions = functionsOf(own);
  const kernel = functions.find((each) =>
    kernelName === undefined ? each.isKernel && !each.isReference : each.name === kernelName,
  );
  if (kernel === undefined) return { text: own, placeOf: placesIn(text) };
  const joined = withReference(
    { text: own, functions, kernel: kernel.name, includes },
    { ...reference, text: trusted, functions: functionsOf(trusted) },
    Object.keys(defines),
  );
  const at = placesIn(text)(kernel.span);
  if (!joined.ok) {
    const { why: message } = joined;
    const diagnostic = { severity: 'error', code: 'no-reference', ...at, message } as const;
    throw new InputError(`${name}: ${reference.name}: ${message}`, [diagnostic]);
  }
  const theirs = joined.text.slice(joined.from);
  const placeOf = (span: Span): Place =>
    span.start < joined.from || span.start > joined.text.length
      ? at
      : { ...positionAt(theirs, span.start - joined.from), file: reference.name };
  return {
    text: stating(joined.text, stated),
    placeOf: placesFrom(placeOf, own.length, text),
    twin: joined.name,
  };
}

/** Text after the kernel's own has other places. */
const placesFrom =
  (other: PlaceOf, length: number, text: string): PlaceOf =>
  (span) =>
    span.start <= length ? placesIn(text)(span) : other(span);
