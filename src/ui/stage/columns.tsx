import { memo } from 'react';
import { Button } from 'react-aria-components';
import {
  type ItemState,
  type Stage,
  type StageItem,
  type StageLine,
  type StageState,
  valueInWords,
} from '../../trace/index.ts';
import { CodeLine } from './code-line.tsx';
import { Doing } from './doing.tsx';
import { gateInWords, type StepButton, STATUS_WORDS } from './steps.ts';

export interface StageProps {
  readonly stage: Stage;
  readonly state: StageState;
  readonly buttons: readonly StepButton[];
}

/** A column for each item: its code with the line that comes next, and its variables. */
export function Columns({ stage, state, buttons }: StageProps) {
  return (
    <div
      className="stage-columns"
      style={{ gridTemplateColumns: `repeat(${stage.items.length}, minmax(0, 1fr))` }}
    >
      {stage.items.map((item, column) => {
        const own = state.items[column];
        const button = buttons[column];
        if (!own || !button) return null;
        const isLast = column === stage.items.length - 1;
        return (
          <Column
            key={item.label}
            column={column}
            item={item}
            lines={stage.lines}
            own={own}
            gate={isLast ? gateInWords(state, own) : ''}
            {...button}
          />
        );
      })}
    </div>
  );
}

interface ColumnProps extends StepButton {
  readonly column: number;
  readonly item: StageItem;
  readonly lines: readonly StageLine[];
  readonly own: ItemState;
  /** Said at the gate of the last column. */
  readonly gate: string;
}

const Column = memo(function Column(props: ColumnProps) {
  const { column, item, lines, own, gate, canStep, onStep } = props;
  const { name } = item;
  return (
    <section
      className={`stage-column ${own.status}`}
      data-column={column}
      aria-label={name}
      style={{ zIndex: 100 - column }}
    >
      <header>
        <span className="token">{item.label}</span>
        <h3 title={name}>{name}</h3>
        <Button
          className={canStep ? 'button stage-step' : 'button'}
          isDisabled={!canStep}
          onPress={onStep}
        >
          {canStep ? 'Step' : STATUS_WORDS[own.status]}
          {canStep && column < 10 && <kbd aria-hidden>{column}</kbd>}
        </Button>
      </header>
      <ol className="stage-code">
        {lines.map((line) => (
          <Line key={line.number} line={line} own={own} label={item.label} gate={gate} />
        ))}
      </ol>
      <p className="stage-variables">
        <Doing own={own} />
        {own.variables.map(({ name: variable, value, isNew }) => (
          <span key={variable} className={isNew ? 'new' : undefined}>
            {variable} <b>{valueInWords(value)}</b>
          </span>
        ))}
      </p>
    </section>
  );
}, isSame);

interface LineProps extends Pick<ColumnProps, 'own' | 'gate'> {
  readonly line: StageLine;
  readonly label: string;
}

function Line({ line, own, label, gate }: LineProps) {
  const isHere = own.line === line.number;
  const classes = [line.isGate && 'gate', isHere && `here ${own.status}`].filter(Boolean);
  return (
    <li className={classes.join(' ')} aria-current={isHere ? 'step' : undefined}>
      <span className="stage-number">
        {isHere ? <span className="token">{label}</span> : line.number}
      </span>
      <CodeLine text={line.text} />
      {line.isGate && gate !== '' && <span className="gate-words">{gate}</span>}
    </li>
  );
}

/** Nothing of a column is drawn again while its item rests. */
function isSame(before: ColumnProps, after: ColumnProps): boolean {
  return (
    before.lines === after.lines &&
    before.item === after.item &&
    before.own.doing?.state === after.own.doing?.state &&
    before.own.doing?.since === after.own.doing?.since &&
    before.gate === after.gate &&
    before.canStep === after.canStep &&
    before.onStep === after.onStep &&
    before.own.line === after.own.line &&
    before.own.status === after.own.status &&
    before.own.variables.length === after.own.variables.length &&
    before.own.variables.every((each, at) => {
      const other = after.own.variables[at];
      return each.value === other?.value && each.isNew === other.isNew && each.name === other.name;
    })
  );
}
