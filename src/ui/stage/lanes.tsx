import { memo } from 'react';
import { Button } from 'react-aria-components';
import { type ItemState, valueInWords } from '../../trace/index.ts';
import { CodeLine } from './code-line.tsx';
import { Doing } from './doing.tsx';
import { gateInWords, type StepButton, STATUS_WORDS } from './steps.ts';
import { WORDS_OF } from '../../values/index.ts';
import type { StageProps } from './columns.tsx';

/** The code once, with a token of each item at its next line. */
export function Lanes({ stage, state, buttons }: StageProps) {
  const { items, lines } = stage;
  const waiting = state.items.find(({ status }) => status === 'waits');
  const { item: word } = WORDS_OF[stage.language];
  return (
    <div className="stage-lanes">
      <ol className="stage-code">
        {lines.map((line) => {
          const here = state.items.flatMap(({ line: at }, column) =>
            at === line.number ? column : [],
          );
          const moves = here.some((column) => state.items[column]?.status === 'ready');
          const classes = [line.isGate && 'gate', here.length > 0 && 'here', moves && 'ready'];
          return (
            <li key={line.number} className={classes.filter(Boolean).join(' ')}>
              <span className="stage-number">{line.number}</span>
              <CodeLine text={line.text} />
              <span className="stage-slots">
                {here.map((column) => (
                  <span key={column} className={`token ${state.items[column]?.status ?? ''}`}>
                    <span className="visually-hidden">{word} </span>
                    {items[column]?.label}
                  </span>
                ))}
              </span>
            </li>
          );
        })}
      </ol>
      <p className="stage-gate">{waiting ? gateInWords(state, waiting) : ''}</p>
      {state.items.some(({ doing }) => doing) && <DoingRows stage={stage} state={state} />}
      <VariableRows stage={stage} state={state} />
      <div className="stage-turns" role="group" aria-label="Who goes on">
        {items.map(({ label }, column) => {
          const button = buttons[column];
          const status = state.items[column]?.status ?? 'stopped';
          return button && <Turn key={label} {...{ label, status, ...button }} />;
        })}
      </div>
    </div>
  );
}

interface TurnProps extends StepButton {
  readonly label: string;
  readonly status: ItemState['status'];
}

/** Not drawn again while its item rests. */
const Turn = memo(function Turn({ label, status, canStep, onStep }: TurnProps) {
  return (
    <Button
      className={canStep ? 'button stage-step' : 'button'}
      isDisabled={!canStep}
      onPress={onStep}
    >
      {canStep ? `Step ${label}` : `${label} ${STATUS_WORDS[status]}`}
    </Button>
  );
});

/** A row for each element of a run over time, with what it does. */
function DoingRows({ stage, state }: Pick<StageProps, 'stage' | 'state'>) {
  return (
    <ul className="stage-doing">
      {stage.items.map(({ label, name }, column) => {
        const own = state.items[column];
        return (
          <li key={label}>
            <span className="token small" title={name}>
              {label}
            </span>
            {own && <Doing own={own} />}
          </li>
        );
      })}
    </ul>
  );
}

/** A row for each variable, with its value in each item. */
function VariableRows({ stage, state }: Pick<StageProps, 'stage' | 'state'>) {
  const names = [
    ...new Set(state.items.flatMap(({ variables }) => variables.map(({ name }) => name))),
  ];
  if (names.length === 0) return null;
  return (
    <div className="stage-rows" tabIndex={0} role="group" aria-label="Variables">
      <table>
        <thead>
          <tr>
            <th scope="col">variable</th>
            {stage.items.map(({ label }) => (
              <th key={label} scope="col">
                <span className="token small">{label}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {names.map((name) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {state.items.map(({ variables }, column) => {
                const found = variables.find((each) => each.name === name);
                return (
                  <td key={column} className={found?.isNew === true ? 'new' : undefined}>
                    {found ? valueInWords(found.value) : '–'}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
