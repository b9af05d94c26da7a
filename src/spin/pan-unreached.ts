/** A statement that a search has not reached. */
export interface Unreached {
  /** The process type: `proctype p`, `init`. */
  readonly of: string;
  readonly file: string;
  readonly line: number;
  readonly statement: string;
}

/** Statements that pan lists at its end, unless `-n` forbids it; those of claims, which only watch, are left out. */
export function unreachedIn(lines: readonly string[]): readonly Unreached[] {
  let of: string | undefined;
  return lines.flatMap((text) => {
    of =
      /^unreached in (?!claim )(\w.*)$/.exec(text)?.[1] ?? (text.startsWith('\t') ? of : undefined);
    const [, file = '', line, statement = ''] = STATE.exec(text) ?? [];
    return of === undefined || line === undefined
      ? []
      : [{ of, file, line: Number(line), statement }];
  });
}

const STATE = /^\t(.+):(\d+), state \d+, "(.*)"$/;
