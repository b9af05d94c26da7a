import type { Fix } from '../base/diagnostic.ts';
import { productOf } from '../base/product.ts';
import { count } from '../base/words.ts';
import { WORDS_OF } from '../front/language.ts';
import { type Finding, objectsAt, type ValueProgram, type Verdict } from '../values/index.ts';
import { placeOf } from './verdicts-together.ts';

type Sizes = ValueProgram['global'];
type Launch = Pick<ValueProgram, 'global' | 'local'>;

/** Elements of the shortest array of a stated length that an access outside was meant for. */
function elementsOf(program: ValueProgram, finding: Finding): number | undefined {
  if (finding.kind !== 'bounds' || finding.assumed !== undefined) return undefined;
  const lengths = objectsAt(program, finding.span).flatMap(({ space, length, elements }) =>
    length === 'stated' && (space === 'global' || space === 'constant') ? [elements] : [],
  );
  return lengths.length === 0 ? undefined : Math.min(...lengths);
}

/** A launch of no more work-items: fewer groups, and then smaller ones. */
function fitted({ global, local, openLaunch }: ValueProgram, most: number): Launch {
  const groups = global.map((items, at) => items / (local[at] ?? 1));
  const sizes = [...local];
  const left = (): number => productOf(groups) * productOf(sizes);
  const halve = (counts: number[]): void => {
    // Rows first, which may be longer than there are work-items along them.
    for (const at of [2, 1, 0])
      while (left() > most && (counts[at] ?? 1) > 1) counts[at] = Math.floor((counts[at] ?? 1) / 2);
  };
  halve(groups);
  if (openLaunch === 'groups') halve(sizes);
  const [x = 1, y = 1, z = 1] = sizes;
  const [i = 1, j = 1, k = 1] = groups;
  return { local: [x, y, z], global: [i * x, j * y, k * z] };
}

/** Accesses beyond stated lengths that come of more work-items than elements, where nobody states so many, rest on
 * their number or on the size of groups: a launch that fits does not make them. */
export async function withFittedLaunch<T extends Verdict>(
  program: ValueProgram,
  ran: T,
  run: (program: ValueProgram) => Promise<Verdict> | Verdict,
): Promise<T> {
  const { openLaunch, global, local, language } = program;
  const items = productOf(global);
  const beyond = ran.findings.flatMap((finding) => {
    const elements = elementsOf(program, finding);
    return elements !== undefined && elements < items ? [{ finding, elements }] : [];
  });
  if (openLaunch === undefined || beyond.length === 0) return ran;
  const other = fitted(program, Math.min(...beyond.map(({ elements }) => elements)));
  const { findings } = await run({ ...program, ...other });
  const others = new Set(findings.map(placeOf));
  const { item, group } = WORDS_OF[language];
  const line = (of: Sizes, what: string): Fix => ({
    line: `#pragma tuner ${what} ${of.slice(0, program.dimensions).join(', ')}`,
    where: 'top',
  });
  const isSmaller = productOf(other.local) < productOf(local);
  const words = (of: Launch): string =>
    isSmaller
      ? `${group}s have ${count(productOf(of.local), item)}`
      : `there are ${count(productOf(of.global), item)}`;
  const lines = (of: Launch): readonly Fix[] => [
    ...(isSmaller ? [line(of.local, 'local_size')] : []),
    line(of.global, 'items'),
  ];
  const assumed: Finding['assumed'] = {
    words: words(program),
    so: lines(program),
    otherwise: lines(other),
    usual: words(other),
  };
  const open = new Set(
    beyond.flatMap(({ finding }) => (others.has(placeOf(finding)) ? [] : [finding])),
  );
  return {
    ...ran,
    findings: ran.findings.map((one) => (open.has(one) ? { ...one, assumed } : one)),
  };
}
