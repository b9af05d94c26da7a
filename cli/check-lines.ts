import { boundWords } from '../src/values/index.ts';
import type { CheckedSource } from './check-source.ts';
import { saidFinding } from './findings.ts';
import { placeIn } from './places.ts';

/** A verdict; of *right* its conditions and its bound. */
export function verdictIn(
  verdict: string,
  { conditions, bound }: Pick<CheckedSource, 'conditions' | 'bound'>,
): string {
  if (verdict !== 'right') return verdict;
  const holdsIf = conditions.length > 0 ? ` if ${conditions.join(', ')}` : '';
  return `${verdict}${holdsIf}${bound ? ` for ${boundWords(bound)}` : ''}`;
}

/** Findings, remarks, open and decided questions, a line each. */
export const linesOf = (
  name: string,
  {
    findings,
    remarks,
    notChecked,
    checked,
  }: Pick<CheckedSource, 'findings' | 'remarks' | 'notChecked' | 'checked'>,
): readonly string[] => [
  ...findings.map((one) => saidFinding(name, one)),
  ...remarks.map((one) => `${placeIn(name, one)}: remark: ${one.kind}: ${one.message}`),
  ...notChecked.map(({ what, why, hint, line, column, file }) => {
    const said = [`not checked: ${what}: ${why}`, hint].filter(Boolean).join(' ');
    if (line === undefined || column === undefined) return said;
    return `${placeIn(name, { line, column, file })}: ${said}`;
  }),
  ...(checked.length > 0 ? [`checked: ${checked.join(' ')}`] : []),
];
