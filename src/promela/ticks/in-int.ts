import { parametersFromWords, parametersInText, reportInC, reportInPromela } from '../run-time.ts';
import type { Made, RunTime, Section } from '../sections.ts';
import { MOST_INT } from '../words.ts';
import { indent, type Line, type Lines } from '../writer.ts';

/** The model in plain Promela: time has the 32 bits of SPIN's `int`. */
export function inInt(globals: Lines, processes: readonly Section[], runTime: RunTime): Made {
  const { run } = runTime;
  const uses = (name: string): boolean =>
    processes.some(({ lines }) => indent(lines, 0).some(({ text }) => text.includes(name)));
  return {
    globals: [
      ...plain(globals),
      ...(run ? parametersInText(run) : parametersFromWords(runTime, String(MOST_INT))),
      ...(run ? reportInPromela(runTime) : reportInC(runTime, '%d')),
      ...(uses('forget()') ? ['inline forget() { skip }', ''] : []),
    ],
    processes: processes.map(({ process, lines }) => ({ process, lines: plain(lines) })),
  };
}

function plain(lines: Lines): Line[] {
  return indent(lines, 0).map((line) => ({
    ...line,
    text: line.text
      .replace(/^(\s*(?:hidden )?)long (.*?;)(\s*\/\*)?/, '$1int $2$3')
      .replace(/\bdefined\((.*)\);/, '$1;'),
  }));
}
