import type { Span } from '../base/span.ts';

/** The processes of the model, by the paper's names. */
export type ProcessName = 'main' | 'host' | 'device' | 'unit' | 'barrier' | 'pex' | 'clock';

/** Where a line of the model comes from. */
export interface LineSource {
  /** The process the line belongs to; none for declarations. */
  readonly process?: ProcessName;
  /** The piece of the kernel the line models; none where the platform itself is modelled. */
  readonly kernel?: Span;
}

/** One line of a process body; the nesting is in the text. */
export interface Line {
  readonly text: string;
  readonly kernel?: Span;
}

export type Lines = readonly (string | Line)[];

/** Indents lines by a number of levels (two blanks each). */
export function indent(lines: Lines, levels = 1): Line[] {
  const pad = '  '.repeat(levels);
  return lines.map((line) => {
    const { text, kernel } = typeof line === 'string' ? { text: line, kernel: undefined } : line;
    const padded = text === '' ? '' : pad + text;
    return kernel ? { text: padded, kernel } : { text: padded };
  });
}

/** Marks lines as modelling a piece of the kernel, where they are not marked already. */
export function from(kernel: Span, lines: Lines): Line[] {
  return lines.map((line) =>
    typeof line === 'string' ? { text: line, kernel } : { kernel, ...line },
  );
}

/** Collects the text of a model together with its source map. */
export class ModelWriter {
  readonly #lines: string[] = [];
  readonly #sources: LineSource[] = [];

  add(lines: Lines, process?: ProcessName): this {
    for (const line of lines) {
      const { text, kernel } = typeof line === 'string' ? { text: line, kernel: undefined } : line;
      this.#lines.push(text);
      this.#sources.push({ ...(process && { process }), ...(kernel && { kernel }) });
    }
    return this;
  }

  get text(): string {
    return `${this.#lines.join('\n')}\n`;
  }

  /** The source of each line; index 0 is line 1. */
  get sources(): readonly LineSource[] {
    return this.#sources;
  }
}
