/** A search in terms of three native command lines. */
export interface SearchLine {
  /** For `spin -a`. */
  readonly spin: readonly string[];
  /** For the C compiler, without `-D`. */
  readonly defines: readonly string[];
  /** For pan. */
  readonly pan: readonly string[];
}

/** A model that both engines are given. */
export interface ConformanceCase {
  readonly name: string;
  /** Its own text, which both call `model.pml`. */
  readonly text: string;
  /** Include files by name. */
  readonly files: Readonly<Record<string, string>>;
  readonly searches: readonly SearchLine[];
  /** For `spin -n`. */
  readonly seeds: readonly number[];
  /** Further runs of `spin` whose output is compared. */
  readonly prints?: readonly (readonly string[])[];
  /** Simulation limit: some models never end. */
  readonly steps: number;
  /** Long enough for an optimised verifier on both sides. */
  readonly isLong?: boolean;
}

/** Reads `spin -a -m; cc -DNP; pan -l`; the usual parts are optional. */
export function searchLine(line: string): SearchLine {
  const words: Record<'spin' | 'cc' | 'pan', string[]> = { spin: [], cc: [], pan: [] };
  for (const part of line.split(';')) {
    const [tool = '', ...rest] = part.trim().split(/\s+/);
    if (tool !== 'spin' && tool !== 'cc' && tool !== 'pan')
      throw new Error(`${line}: "${tool}" is none of spin, cc and pan`);
    words[tool].push(...rest);
  }
  const other = words.cc.find((word) => !word.startsWith('-D'));
  if (other !== undefined) throw new Error(`${line}: cc takes -D alone, not ${other}`);
  return {
    spin: words.spin.filter((word) => word !== '-a'),
    defines: words.cc.map((word) => word.slice(2)),
    pan: words.pan,
  };
}

/** Commands in a model's comments, after `$`. */
export const linesIn = (text: string): readonly SearchLine[] =>
  [...text.matchAll(/^\s*(?:\/?\*|\/\/)\s*\$ (.*?)\s*(?:\*\/)?$/gm)].map(([, line = '']) =>
    searchLine(line),
  );

/** A search as it is typed. */
export const shownLine = ({ spin, defines, pan }: SearchLine): string =>
  [
    ['spin -a', ...spin].join(' '),
    ['cc', ...defines.map((each) => `-D${each}`)].join(' '),
    ['pan', ...pan].join(' '),
  ].join('; ');

/** The claim a search names. */
export const claimOf = ({ pan }: SearchLine): string | undefined =>
  pan.includes('-N') ? pan[pan.indexOf('-N') + 1] : undefined;
