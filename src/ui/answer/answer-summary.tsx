import type { ReactNode } from 'react';
import { Button, Tooltip, TooltipTrigger } from 'react-aria-components';
import { addTicks } from '../../base/ticks.ts';
import { BOTTLENECK_WORDS, type DeviceFigures, ratesInWords } from '../../checker/index.ts';
import type { Erratum } from '../../platform/index.ts';
import { type Caveat, spoiling } from '../../session/caveats/caveats.ts';
import type { Run } from '../../session/run/run.ts';
import type { Status } from '../../tuning/index.ts';
import { AnswerHead } from './answer-head.tsx';
import { CaveatChips } from './caveat-chips.tsx';
import { configurationsInWords, count } from '../../base/words.ts';
import { Explained } from '../shared/explained.tsx';
import { Icon } from '../shared/icons.tsx';
import { VerdictBadge } from './verdict-badge-bar.tsx';
import { StatusBadge } from '../shared/status-badge.tsx';
import { statusWord } from '../shared/status-words.ts';
import { open } from '../shared/opened.ts';
import {
  bestInWords,
  conclusionInWords,
  effortInWords,
  formulaOf,
  isOfSchedules,
  resumedInWords,
  runnerUpInWords,
} from './answer-words.ts';

const NONE: readonly Caveat[] = [];

/** Instead of a configuration. */
const WITHOUT_TIME: Readonly<Partial<Record<Status, string>>> = {
  deadlock: 'The program can stop for ever',
  invalid: 'No configuration can run',
  cancelled: 'Nothing found yet',
};

interface Props {
  readonly run: Run;
  readonly result: NonNullable<Run['result']>;
  /** Limits of the answer, gravest first. */
  readonly caveats: readonly Caveat[];
  /** Shows a place in the kernel. */
  readonly onPlace: (offset: number) => void;
  /** The publication the model is from. */
  readonly errata: readonly Erratum[];
  /** Has the answer of a file checked again. */
  readonly again?: ReactNode;
  /** In an engineer's units, on a real machine. */
  readonly figures: DeviceFigures | undefined;
  /** The question answered, if the settings have changed since. */
  readonly outdated: string | undefined;
}

/** A finished run: status, time, configuration and meaning. */
export function AnswerSummary(props: Props) {
  const { run, result, caveats, errata, outdated, onPlace, again, figures } = props;
  const dimmed = outdated === undefined ? '' : ' outdated';
  const { minTime, status, optima, runnerUp } = result;
  const isNow = outdated === undefined;
  const told = isNow ? caveats : NONE;
  // Only the worst, so that the configuration keeps its room.
  const wrong = spoiling(told).slice(0, 1);
  const others = told.slice(wrong.length);
  const words = statusWord(status, told);
  const sentence = conclusionInWords(run);
  const where = configurationsInWords(optima);
  return (
    <>
      <AnswerHead
        className={dimmed}
        badge={
          <>
            {wrong.length > 0 && <CaveatChips caveats={wrong} most={1} onPlace={onPlace} />}
            <StatusBadge words={words} testId="status" spoiled={wrong[0]?.words} />
            <VerdictBadge />
          </>
        }
        best={bestInWords(result, figures)}
        beside={figures && count(figures.cycles, 'cycle')}
        where={where || WITHOUT_TIME[status]}
        title={where}
        effort={undefined}
      />
      <div className={`result-line${dimmed}`}>
        {status === 'proved' && minTime !== undefined && !isOfSchedules(run) ? (
          <TooltipTrigger delay={150}>
            <Button className="sentence soft-text" data-testid="conclusion">
              {sentence}
            </Button>
            <Tooltip className="tooltip mono" placement="bottom start" offset={4}>
              {formulaOf(addTicks(minTime, -1))}
            </Tooltip>
          </TooltipTrigger>
        ) : (
          <span className="grow soft-text" data-testid="conclusion" title={sentence}>
            {sentence}
          </span>
        )}
      </div>
      {figures && <Rates {...figures} />}
      <div className="result-line result-notes">
        {outdated !== undefined ? (
          <span className="stale grow small-text" data-testid="stale" title={outdated}>
            <Icon name="refresh" size={14} />
            {outdated}
          </span>
        ) : (
          <span className="one-line note" data-testid="resumed">
            {result.from ? resumedInWords(result.from) : effortInWords(run)}
          </span>
        )}
        {again}
        {others.length > 0 && <CaveatChips caveats={others} most={2} onPlace={onPlace} />}
        {outdated === undefined && errata.length > 0 && <ErrataFlag errata={errata} />}
        {outdated === undefined && runnerUp && (
          <span
            className="one-line grow note"
            data-testid="runner-up"
            title={runnerUpInWords(runnerUp)}
          >
            {runnerUpInWords(runnerUp)}
          </span>
        )}
      </div>
    </>
  );
}

/** The kernel's rates on a device; each leads to its evidence. */
const Rates = (figures: DeviceFigures) => (
  <div className="result-line note" data-testid="device-figures">
    {[...ratesInWords(figures), `bound by ${BOTTLENECK_WORDS[figures.boundBy]}`].map((words) => (
      <Button
        key={words}
        className="button link result-flag"
        onPress={() => open({ results: 'machine' })}
      >
        {words}
      </Button>
    ))}
  </div>
);

/** Says of a result that the model's publication has slips, and which. */
function ErrataFlag({ errata }: Pick<Props, 'errata'>) {
  const kept = errata.filter((one) => one.kept);
  const first = errata[0]?.id ?? '';
  const last = errata.at(-1)?.id ?? '';
  return (
    <Explained
      className="button link result-flag"
      dialogClass="explanation errata"
      title="What is wrong in the second paper's listings"
      trigger={<span data-testid="errata">{`errata ${first} to ${last}`}</span>}
    >
      <p>
        {kept.length === 0
          ? 'The model is read as follows.'
          : `The model is mended only so that it runs; ${kept.map(({ id }) => id).join(', ')} stand as they are printed.`}
      </p>
      <dl>
        {errata.map(({ id, printed, read, kept: stands }) => (
          <div key={id}>
            <dt>{id}</dt>
            <dd>{`${printed}${stands ? ': so it stands.' : `. Read: ${read}.`}`}</dd>
          </div>
        ))}
      </dl>
    </Explained>
  );
}
