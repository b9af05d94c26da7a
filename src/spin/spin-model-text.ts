import type { SpinProblem } from './spin-problems.ts';

/**
 * A model's text ready for SPIN's lexer, or the lines it cannot have. Does for SPIN what the C preprocessor does where there is one: takes the comments out (SPIN's own
 * lexer knows no `//`, and trips over quotes inside a comment), and nothing else. Lines keep their
 * numbers. A preprocessor line is a problem at its line, except for the line markers
 * (`# 12 "model.pml"`) of a text that has been through a preprocessor.
 */
export function prepareModel(
  model: string,
): { ok: true; text: string } | { ok: false; problems: readonly SpinProblem[] } {
  const text = withoutComments(model.replaceAll('\r\n', '\n'));
  const problems: SpinProblem[] = [];
  text.split('\n').forEach((line, index) => {
    const directive = /^\s*#(?!\s*\d)\s*(\w*)/.exec(line);
    if (!directive || directive[1] === 'ident') return;
    problems.push({
      severity: 'error',
      line: index + 1,
      message: `Preprocessor lines are not supported here: #${directive[1] ?? ''}. Expand it first.`,
      original: line.trim(),
    });
  });
  const zero = text.indexOf('\0');
  if (zero >= 0) {
    const line = text.slice(0, zero).split('\n').length;
    const message = 'The model holds a NUL character.';
    problems.push({ severity: 'error', line, message, original: '' });
  }
  if (problems.length > 0) return { ok: false, problems };
  // The lexer runs past the end looking for a marker's line break.
  return { ok: true, text: text.endsWith('\n') ? text : `${text}\n` };
}

/** Comments become a space and their line breaks; an unclosed one reaches the end, as in the
 * preprocessor. */
function withoutComments(text: string): string {
  const token = /\/\*[^]*?(?:\*\/|$)|\/\/[^\n]*|"(?:\\[^]|[^"\\\n])*"|'(?:\\[^]|[^'\\\n])*'/g;
  return text.replace(token, (found) =>
    found.startsWith('/') ? ` ${found.replace(/[^\n]+/g, '')}` : found,
  );
}
