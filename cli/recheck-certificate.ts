import { existsSync } from 'node:fs';
import type { Check, ValueSearch } from '../src/checker/index.ts';
import { searchValues, ValueChecker } from '../src/checker/values.ts';
import type { KernelParser } from '../src/kernel/parser.ts';
import type { Toolchain } from '../src/spin/toolchain.ts';
import { canonical, hashOf, type ReadCertificate } from './certificate.ts';
import { type Asked, isAccepted, reportOf } from './check-answer.ts';
import { foundAnswer, foundKernels, type SentText } from './check-kernels.ts';
import type { CheckQuestion } from './checker.ts';
import { kernelTexts } from './files.ts';
import { searchedNatively } from './native-check.ts';
import { VERSIONS } from './versions.ts';

interface Rechecking {
  readonly parser: KernelParser;
  readonly toolchain: Toolchain;
  /** With the machine's own SPIN and C compiler as well. */
  readonly isNative: boolean;
}

/** Asks a certificate's question again, and holds every field of its report against the answer. What took how
 * long, and the limits it had, are remarks. */
export async function* recheckCertificate(
  { versions, sha256, question: read, report }: ReadCertificate,
  { parser, toolchain, isNative }: Rechecking,
): AsyncGenerator<Check> {
  const question: CheckQuestion = read;
  yield ofHashes(sha256.question === (await hashOf(canonical(read))));
  for (const { file, text } of question.texts) yield await ofText(sha256.texts[file], file, text);
  const extra = Object.keys(sha256.texts).filter((name) =>
    question.texts.every(({ file }) => file !== name),
  );
  if (
    extra.length > 0 ||
    versions.spin !== VERSIONS.spin ||
    report['overtime'] !== versions.overtime
  )
    yield {
      about: 'evidence',
      holds: false,
      words: `Its head names other texts or tools: SPIN ${versions.spin}, Overtime ${versions.overtime}.`,
    };
  const { settings, allowed } = question;
  const answers = [];
  for (const text of question.texts) {
    const { asked, failed } = foundKernels(parser, text, settings);
    if (failed) answers.push({ ...failed, accepted: isAccepted(failed, allowed), seconds: 0 });
    for (const each of asked) {
      const searches: ValueSearch[] = [];
      const own = await again(text, each, searches);
      const answer = { ...own, accepted: isAccepted(own, allowed), seconds: 0 };
      const theirs = report.kernels[answers.length];
      answers.push(answer);
      yield ofAnswer(theirs, answer);
      if (isNative) yield* searches.map((search) => searchedNatively(search, each.kernel ?? ''));
    }
  }
  const own = reportOf(answers, versions.overtime, 0);
  const whole = differing(
    { ...report, kernels: report.kernels.length },
    { ...own, kernels: answers.length },
  );
  yield whole.length === 0
    ? {
        about: 'proof',
        holds: true,
        words: `All ${answers.length} verdicts are those of the report.`,
      }
    : { about: 'proof', holds: false, words: `The report differs in ${whole.join(', ')}.` };

  function again(text: SentText, asked: Asked, searches: ValueSearch[]) {
    return foundAnswer(parser, text, asked, settings, {
      signal: new AbortController().signal,
      search: (constants, memoryMB, onSearch) =>
        searchValues(new ValueChecker(toolchain, { memoryMB }), constants, undefined, onSearch),
      onSearch: (search) => searches.push(search),
    });
  }
}

const ofHashes = (holds: boolean): Check => ({
  about: 'model',
  holds,
  words: holds
    ? 'The question is as it was asked.'
    : 'The question was changed: its hash is another.',
});

/** The text itself, and the file of its name if there is one here. */
async function ofText(hash: string | undefined, file: string, text: string): Promise<Check> {
  const about = 'model';
  const own = await hashOf(text);
  if (own !== hash)
    return { about, holds: false, words: `The text of ${file} has another hash than it says.` };
  const isHere = file !== '-' && existsSync(file);
  if (isHere && !kernelTexts(file).includes(text))
    return { about, holds: false, words: `${file} is another text by now.` };
  const here = isHere ? `, and ${file} is that text` : '';
  return {
    about,
    holds: true,
    words: `The text of ${file} has SHA-256 ${own.slice(0, 12)}...${here}.`,
  };
}

type Fields = Readonly<Record<string, unknown>>;

/** Remarks: nothing can be held against them. */
const REMARKS: ReadonlySet<string> = new Set(['seconds']);

/** Names of fields that are not the same. */
const differing = (theirs: object, ours: object): readonly string[] => {
  const [a, b]: readonly Fields[] = [{ ...theirs }, { ...ours }];
  return [...new Set([...Object.keys(a ?? {}), ...Object.keys(b ?? {})])].filter(
    (name) => !REMARKS.has(name) && canonical(a?.[name]) !== canonical(b?.[name]),
  );
};

function ofAnswer(
  theirs: object | undefined,
  ours: Asked & {
    readonly verdict: string;
    readonly searches: readonly { readonly states: number }[];
  },
): Check {
  const about = 'proof';
  const name = `${ours.file}:${ours.line}: ${ours.kernel ?? ''}`;
  if (ours.verdict === 'limit')
    return { about, holds: undefined, words: `${name}: a limit was reached.` };
  const other = theirs === undefined ? ['everything'] : differing(theirs, ours);
  const searched = ours.searches.map(({ states }) => states).join(' and ');
  const by = searched === '' ? '' : `, SPIN with ${searched} states`;
  return other.length === 0
    ? { about, holds: true, words: `${name} is ${ours.verdict} again${by}.` }
    : {
        about,
        holds: false,
        words: `${name} is ${ours.verdict}; the file has another ${other.join(', ')}.`,
      };
}
