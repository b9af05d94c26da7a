import { printable } from '../src/base/printable.ts';
import type { CheckReport, KernelAnswer } from './check-answer.ts';
import { linesOf, verdictIn } from './check-lines.ts';

/** A report as JUnit's XML: a suite for each file, a case for each kernel. Seconds as there. */
export function junitOf({ kernels, seconds }: CheckReport): string {
  const files = [...new Set(kernels.map(({ file }) => file))];
  const suites = files.flatMap((file) => {
    const own = kernels.filter((each) => each.file === file);
    return [
      `  <testsuite name="${escaped(file)}" ${counts(own)} time="${sumOf(own)}">`,
      ...own.map(caseOf),
      '  </testsuite>',
    ];
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="overtime" ${counts(kernels)} time="${seconds}">`,
    ...suites,
    '</testsuites>',
    '',
  ].join('\n');
}

/** Wrong is a failure; what cannot be said is an error. */
const isFailure = ({ accepted, verdict }: KernelAnswer): boolean =>
  !accepted && (verdict === 'wrong' || verdict === 'depends');

const counts = (all: readonly KernelAnswer[]): string => {
  const failures = all.filter(isFailure).length;
  const errors = all.filter((each) => !each.accepted && !isFailure(each)).length;
  return `tests="${all.length}" failures="${failures}" errors="${errors}"`;
};

const sumOf = (all: readonly KernelAnswer[]): string =>
  all.reduce((sum, { seconds }) => sum + seconds, 0).toFixed(3);

function caseOf(answer: KernelAnswer): string {
  const { file, kernel = 'text', options, verdict, accepted, reason, seconds } = answer;
  const name = options === undefined ? kernel : `${kernel} (${options})`;
  const head = `    <testcase classname="${escaped(file)}" name="${escaped(name)}" time="${seconds}"`;
  const said = verdictIn(verdict, answer);
  const lines = [...(reason === undefined ? [] : [reason]), ...linesOf(file, answer)].join('\n');
  if (accepted)
    return `${head}><system-out>${escaped(`${said}\n${lines}`)}</system-out></testcase>`;
  const tag = isFailure(answer) ? 'failure' : 'error';
  return `${head}><${tag} type="${verdict}" message="${escaped(said)}">${escaped(lines)}</${tag}></testcase>`;
}

/** For an attribute or a text of XML. */
const escaped = (text: string): string =>
  printable(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
