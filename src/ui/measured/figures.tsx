import { Button } from 'react-aria-components';
import {
  type Beside,
  type Comparison,
  leftOutInWords,
  type Measured,
  SHORTLISTS,
  withoutInWords,
} from '../../measured/index.ts';
import type { Configuration } from '../../tuning/index.ts';
import { percent, whole } from '../../base/words.ts';
import { agreementInWords, choiceInWords, failuresOf, oneSidedInWords } from './measured-words.ts';

interface Props {
  readonly beside: Beside;
  readonly comparison: Comparison;
  readonly data: Measured | undefined;
  /** A configuration in words. */
  readonly nameOf: (values: Configuration) => string;
  readonly onOpen: (values: Configuration) => void;
  /** Highlights a disagreement's point; -1 clears it. */
  readonly onPoint: (index: number) => void;
}

export function Figures({ beside, comparison, data, nameOf, onOpen, onPoint }: Props) {
  const { baselines, disagreements } = comparison;
  const { largerTile, loadsPerOperation, withoutDead, randomShortlist } = baselines;
  const rows = [
    { what: 'the model', ...comparison },
    ...(withoutDead ? [{ what: withoutInWords(withoutDead.dead), ...withoutDead }] : []),
    ...(largerTile ? [{ what: 'larger tile first', ...largerTile }] : []),
    ...(loadsPerOperation ? [{ what: 'fewer loads first', ...loadsPerOperation }] : []),
    { what: 'drawn at random', bestOfTop: randomShortlist, rho: undefined, firstChoice: undefined },
  ];
  return (
    <div
      className="figures ring-inside small-text"
      tabIndex={0}
      role="group"
      aria-label="Figures of the comparison"
    >
      <p className="figures-sentence strong-text" data-testid="agreement" data-export>
        {agreementInWords(comparison, beside.points.length)}
      </p>
      <p>{choiceInWords(comparison)}</p>
      <table className="table figures-table">
        <caption>The best measured time in a shortlist, as a share of the fastest</caption>
        <thead>
          <tr>
            <th scope="col">ranked by</th>
            <th scope="col">rho</th>
            {SHORTLISTS.map((one) => (
              <th key={one} scope="col">
                top {one} %
              </th>
            ))}
            <th scope="col">first</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ what, rho, bestOfTop, firstChoice }) => (
            <tr key={what}>
              <th scope="row">{what}</th>
              <td className="number">{rho?.toFixed(2) ?? '–'}</td>
              {SHORTLISTS.map((one) => (
                <td key={one} className="number">
                  {percent(bestOfTop[one])}
                </td>
              ))}
              <td className="number">{firstChoice === undefined ? '–' : percent(firstChoice)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {withoutDead && <p className="measured-note note">{leftOutInWords(withoutDead.dead)}</p>}
      <h3>Where they differ most</h3>
      {disagreements.length === 0 && <p>Nowhere: the order is the same.</p>}
      <ol className="disagreements" aria-label="Worst disagreements">
        {disagreements.map(({ index, values, modelRank, measuredRank, taken }) => (
          <li key={index}>
            <Button
              className="cell-button"
              onPress={() => onOpen(values)}
              onHoverStart={() => onPoint(index)}
              onHoverEnd={() => onPoint(-1)}
              onFocus={() => onPoint(index)}
              onBlur={() => onPoint(-1)}
            >
              {nameOf(values)}
            </Button>
            <span className="table-reason soft-text">
              {taken}: place {whole(modelRank)} in the model, {whole(measuredRank)} measured
            </span>
          </li>
        ))}
      </ol>
      {oneSidedInWords(beside).map((line) => (
        <p key={line} className="measured-note note">
          {line}
        </p>
      ))}
      {data && beside.failed.length > 0 && (
        <>
          <h3>{whole(beside.failed.length)} failed when measured</h3>
          <ul>
            {failuresOf(data).map(([reason, failed]) => (
              <li key={reason}>
                {whole(failed)}: {reason}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
