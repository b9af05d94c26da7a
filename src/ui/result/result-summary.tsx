import { Button, Tooltip, TooltipTrigger } from 'react-aria-components';
import type { Run } from '../../session/index.ts';
import { whole } from '../shared/format.ts';
import { Icon } from '../shared/icons.tsx';
import { StatusBadge } from './status-badge.tsx';
import { conclusionInWords, configurationsInWords, effortInWords, formulaOf } from './words.ts';

interface Props {
  readonly run: Run;
  readonly result: NonNullable<Run['result']>;
}

/** A finished run: how sure, how fast, with which configuration, and what that means. */
export function ResultSummary({ run, result }: Props) {
  const { minTime, status, optima } = result;
  const sentence = conclusionInWords(run);
  return (
    <>
      <div className="result-line result-head">
        <StatusBadge status={status} />
        <span className="result-minimum" data-testid="minimum">
          {minTime === undefined ? '–' : whole(minTime)}
          <small>ticks</small>
        </span>
        <span className="result-where grow" data-testid="optima">
          {configurationsInWords(optima)}
        </span>
        <span className="result-effort">{effortInWords(run)}</span>
      </div>
      <div className="result-line">
        {status === 'proved' && minTime !== undefined ? (
          <TooltipTrigger delay={150}>
            <Button className="sentence" data-testid="conclusion">
              {sentence}
            </Button>
            <Tooltip className="tooltip mono" placement="bottom start" offset={4}>
              {formulaOf(minTime - 1)}
            </Tooltip>
          </TooltipTrigger>
        ) : (
          <span className="grow" data-testid="conclusion" title={sentence}>
            {sentence}
          </span>
        )}
      </div>
      <div className="result-line">
        {run.stale ? (
          <span className="stale" data-testid="stale">
            <Icon name="refresh" size={14} />
            The settings have changed since. Tune again to see their result.
          </span>
        ) : (
          <span className="result-effort">&nbsp;</span>
        )}
      </div>
    </>
  );
}
