import { useState } from 'react';
import { CheckboxGroup } from 'react-aria-components';
import { robustChoices, type RobustnessView as View } from '../../session/jobs/robustness.ts';
import { configurationsInWords, whole } from '../../base/words.ts';
import { TickBox } from '../shared/tick-box.tsx';
import { type Asking, JobFrame, Unanswered } from './job-frame.tsx';
import { type Column, Table } from '../shared/table.tsx';

type Row = View['losses'][number];

/** Platforms that differ much, to begin with. */
const FIRST: readonly string[] = ['a100', 'a4000', 'mi250x', 'paper', 'fermi'];

/** The configuration that loses least on its worst platform. */
export function RobustView(
  props: Asking<View, [platforms: readonly string[]]> & {
    /** Real machines, not presets of the abstract platform. */
    readonly onMachine: boolean;
  },
) {
  const { view, derived, onMachine, onAsk } = props;
  const choices = robustChoices(onMachine);
  const [chosen, setChosen] = useState<readonly string[]>(FIRST);
  const known = choices.flatMap(({ id }) => (chosen.includes(id) ? [id] : []));
  const isRunning = view.phase === 'running';
  return (
    <JobFrame
      {...props}
      begin="Find the robust choice"
      onBegin={() => onAsk(known)}
      obstacle={
        derived.obstacle ?? (known.length < 2 ? 'Choose at least two platforms.' : undefined)
      }
      progress={{
        label: 'Platforms',
        value: view.platforms.length,
        of: view.asked.length,
        words: progressInWords(view),
      }}
      form={
        <CheckboxGroup
          className="robust-choices"
          aria-label="Platforms"
          value={known}
          onChange={setChosen}
          isDisabled={isRunning}
        >
          {choices.map(({ id, label }) => (
            <TickBox key={id} value={id}>
              {label}
            </TickBox>
          ))}
        </CheckboxGroup>
      }
    >
      <Answer view={view} />
    </JobFrame>
  );
}

function Answer({ view }: { readonly view: View }) {
  const [best] = view.losses;
  if (!best || view.phase === 'failed')
    return (
      <Unanswered
        view={view}
        button="the button"
        icon="chip"
        title="Which configuration is good on all of them?"
      >
        Every configuration is timed on each platform. The robust choice is the one whose largest
        loss against the best there is the least; of every other one it is told which platform
        breaks it.
      </Unanswered>
    );
  return (
    <>
      <p className="robust-answer strong-text" role="status" data-testid="robust">
        {answerInWords(view, best)}
      </p>
      <Table
        label="Configurations by their largest loss"
        columns={columnsOf(view)}
        rows={view.losses}
        keyOf={({ values }) => configurationsInWords([values])}
      />
    </>
  );
}

function answerInWords({ platforms, total, losses }: View, best: Row): string {
  const isProved = platforms.every(({ status }) => status === 'proved');
  const rest =
    total > losses.length ? ` The best ${losses.length} of ${whole(total)} are shown.` : '';
  return `${configurationsInWords([best.values])} is within ${lossInWords(best.worst)} of the best on each of these ${platforms.length} platforms${best.worst > 1 ? `; ${best.breaks} is its worst` : ''}. ${isProved ? 'Proved: every configuration was searched on each.' : 'Not proved: some times are samples.'}${rest}`;
}

function progressInWords({ phase, platforms, asked, of }: View): string {
  if (phase === 'none') return '';
  return `${platforms.length} of ${asked.length} platforms: ${of}`;
}

const lossInWords = (loss: number): string =>
  Number.isFinite(loss) ? `${((loss - 1) * 100).toFixed(1)} %` : 'cannot run';

const columnsOf = ({ platforms }: View): Column<Row>[] => [
  { head: 'configuration', kind: 'rest', value: ({ values }) => configurationsInWords([values]) },
  { head: 'largest loss', kind: 'number', value: ({ worst }) => lossInWords(worst) },
  { head: 'breaks it', value: ({ breaks, worst }) => (worst > 1 ? breaks : '–') },
  ...platforms.map(({ name }, at): Column<Row> => ({
    head: name,
    kind: 'number',
    value: ({ losses }) => lossInWords(losses[at] ?? Infinity),
  })),
];
