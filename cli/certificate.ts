import * as v from 'valibot';
import { sha256 } from '../src/base/digest.ts';
import { toJson } from '../src/base/json-text.ts';
import { wholeText } from '../src/checker/with-reference.ts';
import { type Constants, CONSTANTS } from '../src/platform/index.ts';
import { ALLOWABLE, type CheckReport } from './check-answer.ts';
import type { SentText } from './check-kernels.ts';
import type { CheckQuestion } from './checker.ts';
import { includesOf, recording } from './included.ts';
import { VERSIONS } from './versions.ts';

/** The head of certificates. */
export const CERTIFICATE = 'overtime certificate';
export const CERTIFICATE_VERSION = 1;

/** A question that needs no other files, and its answer: whoever has it can ask again. */
export interface Certificate {
  readonly kind: typeof CERTIFICATE;
  readonly version: typeof CERTIFICATE_VERSION;
  readonly versions: typeof VERSIONS;
  /** Hashes of the texts, by file, and of the whole question. */
  readonly sha256: { readonly texts: Readonly<Record<string, string>>; readonly question: string };
  readonly question: CheckQuestion;
  readonly report: CheckReport;
}

/** The question with all that its texts include, so that no file is read again. */
export function closed({ texts, settings, allowed }: CheckQuestion): CheckQuestion {
  const { reference, folders, ...others } = settings;
  return {
    texts: texts.map(({ file, text, path }): SentText => {
      const { includes, included } = recording(includesOf(path, folders));
      wholeText(text, includes);
      return { file, text, included };
    }),
    settings: {
      ...others,
      folders: [],
      ...(reference && {
        reference: {
          name: reference.name,
          text: wholeText(reference.text, includesOf(reference.path, folders)),
          named: reference.named,
          tolerance: reference.tolerance,
        },
      }),
    },
    allowed,
  };
}

export async function certificateOf(
  question: CheckQuestion,
  report: CheckReport,
): Promise<Certificate> {
  const hashes = question.texts.map(async ({ file, text }) => [file, await hashOf(text)] as const);
  const texts = Object.fromEntries(await Promise.all(hashes));
  return {
    kind: CERTIFICATE,
    version: CERTIFICATE_VERSION,
    versions: VERSIONS,
    sha256: { texts, question: await hashOf(canonical(question)) },
    question,
    report,
  };
}

/** A text that is not too large for a browser's tab either. */
const text = v.pipe(v.string(), v.maxLength(10_000_000));
const word = v.pipe(v.string(), v.maxLength(2000));
const number = v.pipe(v.number(), v.finite());
const included = v.strictObject({ asked: word, from: v.exactOptional(word), name: word, text });

const isConstants = (input: unknown): boolean =>
  typeof input === 'object' &&
  input !== null &&
  CONSTANTS.every(({ name }) =>
    Number.isFinite(Object.getOwnPropertyDescriptor(input, name)?.value),
  ) &&
  Object.keys(input).length === CONSTANTS.length;

const settings = v.strictObject({
  kernelName: v.exactOptional(word),
  defines: v.record(word, word),
  folders: v.pipe(v.array(word), v.length(0)),
  constants: v.custom<Constants>(isConstants, 'every constant of the platform, as numbers'),
  given: v.record(word, number),
  seconds: number,
  memory: number,
  mostConfigurations: v.exactOptional(number),
  quick: v.boolean(),
  strict: v.boolean(),
  reference: v.exactOptional(
    v.strictObject({
      name: word,
      text,
      named: v.exactOptional(word),
      tolerance: v.exactOptional(number),
    }),
  ),
  stated: v.array(word),
  launch: v.exactOptional(word),
  distrusts: v.boolean(),
  allLaunches: v.boolean(),
  launchLine: v.exactOptional(number),
});
const schema = v.strictObject({
  kind: v.literal(CERTIFICATE),
  version: v.literal(CERTIFICATE_VERSION),
  versions: v.strictObject({ overtime: word, spin: word }),
  sha256: v.strictObject({ texts: v.record(word, word), question: word }),
  question: v.strictObject({
    texts: v.array(v.strictObject({ file: word, text, included: v.array(included) })),
    settings,
    allowed: v.array(v.picklist(ALLOWABLE)),
  }),
  report: v.looseObject({ kernels: v.array(v.looseObject({ file: word, verdict: word })) }),
});

/** A certificate as it is read: of its report nothing is known yet but that it has kernels. */
export type ReadCertificate = v.InferOutput<typeof schema>;

/** @returns nothing for another kind of file, and a sentence for a damaged certificate. */
export function readCertificate(json: unknown): ReadCertificate | string | undefined {
  const head = v.safeParse(v.looseObject({ kind: v.literal(CERTIFICATE) }), json);
  if (!head.success) return undefined;
  const read = v.safeParse(schema, json);
  if (read.success) return read.output;
  const [issue] = read.issues;
  return `the certificate is damaged at ${v.getDotPath(issue) ?? 'its head'}: ${issue.message}`;
}

/** A value as text, whatever order its fields are in. */
export const canonical = (value: unknown): string =>
  toJson(inOrder(JSON.parse(toJson(value ?? null))));

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, part]: [string, unknown]) => [name, inOrder(part)]),
  );
}

export const hashOf = async (data: string): Promise<string> => (await sha256(data)) ?? '';
