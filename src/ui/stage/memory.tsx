import { memo } from 'react';
import {
  type CellState,
  type Stage,
  type StageAccess,
  type StageState,
  valueInWords,
} from '../../trace/index.ts';
import { whole } from '../../base/words.ts';
import { type FreeInput, WORDS_OF } from '../../values/index.ts';
import type { Choice } from './choice.ts';
import { InputField } from './input-field.tsx';
import './memory.css';

interface Props {
  readonly stage: Stage;
  readonly state: StageState;
  readonly hidesVerdict: boolean;
  readonly choice?: Pick<Choice, 'inputs' | 'onInput'> | undefined;
}

/** Cells that are drawn with who touched them; more of them are drawn small. */
const MOST_LARGE = 40;
/** Cells of an array that are drawn at all. */
const MOST_CELLS = 512;
/** Tokens below a cell. */
const MOST_TOKENS = 4;

/** Memory at the cursor, cell by cell. */
export function StageMemory({ stage, state, hidesVerdict, choice }: Props) {
  const { arrays } = stage;
  const all = state.arrays.reduce((sum, cells) => sum + cells.length, 0);
  // Where there are many, what nobody touches is left out.
  const ranges = state.arrays.map(({ length }, at): readonly [number, number] =>
    all <= MOST_LARGE ? [0, length] : (stage.touched[at] ?? [0, 0]),
  );
  const total = ranges.reduce((sum, [from, to]) => sum + Math.max(0, to - from), 0);
  const isSmall = total > MOST_LARGE;
  const shown = arrays.flatMap(({ space, item }, at) =>
    // A private array is its item's affair, as variables are.
    (space === 'private' && item !== undefined && isSmall) || ranges[at]?.[0] === Infinity
      ? []
      : at,
  );
  const wants = shown.some((at) => arrays[at]?.wanted);
  const asks = !isSmall && choice !== undefined && choice.inputs.length > 0;
  const classes = ['stage-memory', isSmall && 'small', wants && 'wants', asks && 'asks'];
  return (
    <div
      className={classes.filter(Boolean).join(' ')}
      role="group"
      aria-label="Memory"
      tabIndex={0}
    >
      {!isSmall && (
        <div className="stage-heads" aria-hidden>
          <span>value</span>
          <span />
          <span>{asks && 'input'}</span>
          <span />
          <span>read by</span>
          <span>written by</span>
          {!hidesVerdict && <span>race</span>}
        </div>
      )}
      {shown.map((at) => (
        <ArrayCells
          key={at}
          stage={stage}
          array={at}
          cells={state.arrays[at] ?? []}
          range={ranges[at] ?? [0, 0]}
          now={state.now?.array === at ? state.now : undefined}
          {...{ isSmall, hidesVerdict, choice }}
        />
      ))}
    </div>
  );
}

interface ArrayProps extends Pick<Props, 'stage' | 'hidesVerdict' | 'choice'> {
  readonly array: number;
  readonly cells: readonly CellState[];
  /** The first cell that is shown, and the one after the last. */
  readonly range: readonly [number, number];
  readonly now: StageAccess | undefined;
  readonly isSmall: boolean;
}

function ArrayCells(props: ArrayProps) {
  const { stage, array, cells, range, now, isSmall, hidesVerdict, choice } = props;
  const [from, to] = range;
  const shown = cells.slice(from, Math.min(to, from + MOST_CELLS));
  const left = cells.length - shown.length;
  const about = stage.arrays[array];
  if (!about) return null;
  const { name, space, group, item, columns, wanted } = about;
  const free = choice?.inputs.find((each) => each.name === name && group === undefined);
  const words = WORDS_OF[stage.language];
  const where = {
    global: 'global memory',
    constant: 'constant memory',
    local: words.local,
    private: 'private',
  }[space];
  const several = new Set(stage.arrays.flatMap((each) => each.group ?? [])).size > 1;
  const whose = [
    where,
    group !== undefined && several && `of ${words.group} ${group}`,
    item !== undefined && `of ${words.item} ${item}`,
  ];
  return (
    <figure className={`stage-array ${space}`}>
      <div
        className="stage-cells"
        style={
          columns === undefined ? undefined : { gridTemplateColumns: `repeat(${columns}, auto)` }
        }
        data-rows={columns === undefined ? undefined : ''}
      >
        {shown.map((cell, at) => (
          <Cell
            key={from + at}
            id={`${array} ${from + at}`}
            place={from + at}
            isFirst={at === 0}
            name={name}
            labels={labelsOf(stage)}
            cell={cell}
            wanted={wanted?.[from + at]}
            input={about.cells[from + at]}
            free={free}
            onInput={choice?.onInput}
            now={now?.cell === from + at ? now.kind : undefined}
            {...{ isSmall, hidesVerdict }}
          />
        ))}
      </div>
      <figcaption>
        {isSmall && <code>{name}</code>} {whose.filter(Boolean).join(' ')}
        {left > 0 && `, and ${whole(left)} more`}
      </figcaption>
    </figure>
  );
}

const known = new WeakMap<Stage, readonly string[]>();

/** Labels by column; the same list for the same stage, so that resting cells are not drawn again. */
function labelsOf(stage: Stage): readonly string[] {
  const found = known.get(stage) ?? stage.items.map(({ label }) => label);
  known.set(stage, found);
  return found;
}

interface CellProps {
  /** Array and cell, by which arrows find it. */
  readonly id: string;
  readonly place: number;
  /** Its row of wanted values says that it is one. */
  readonly isFirst: boolean;
  readonly name: string;
  readonly labels: readonly string[];
  readonly cell: CellState;
  readonly wanted: number | bigint | undefined;
  /** Before the run. */
  readonly input: number | bigint | undefined;
  /** It may be chosen. */
  readonly free: FreeInput | undefined;
  readonly onInput: Choice['onInput'] | undefined;
  readonly now: StageAccess['kind'] | undefined;
  readonly isSmall: boolean;
  readonly hidesVerdict: boolean;
}

const Cell = memo(
  function Cell(props: CellProps) {
    const { id, place, name, labels, cell, wanted, now, isSmall, hidesVerdict } = props;
    const { input, free, onInput, isFirst } = props;
    const { value, readers, writers, race, isBeyond } = cell;
    const hasRace = race !== undefined && !hidesVerdict;
    const classes = [
      'stage-cell',
      value === undefined && !isBeyond && 'unset',
      now === 'read' && 'read-now',
      (now === 'write' || now === 'atomic') && 'written-now',
      hasRace && 'race',
      isBeyond && 'beyond',
    ];
    return (
      <div className={classes.filter(Boolean).join(' ')}>
        <span className="stage-value" data-cell={id}>
          {value === undefined ? (
            <span className="visually-hidden">
              {isBeyond ? 'beyond the end' : 'nobody wrote this'}
            </span>
          ) : (
            valueInWords(value)
          )}
        </span>
        <span className="stage-index">
          {!isSmall && name}[{place}]
        </span>
        {!isSmall && (
          <>
            <span>
              {free && onInput && (
                <InputField
                  {...{ free, place }}
                  value={Number(input ?? free.low)}
                  onChange={(value) => onInput(name, place, value)}
                />
              )}
            </span>
            <span className="stage-wanted">
              {wanted !== undefined && (
                <>
                  <span className={isFirst ? 'small-text' : 'visually-hidden'}>wanted </span>
                  {valueInWords(wanted)}
                </>
              )}
            </span>
            <Tokens columns={readers} labels={labels} words="read by" isHollow />
            <Tokens columns={writers} labels={labels} words="written by" />
            {!hidesVerdict && (
              <span className="stage-race">
                {race?.map((column) => labels[column] ?? '…').join(' and ')}
              </span>
            )}
          </>
        )}
      </div>
    );
  },
  (before, after) =>
    before.now === after.now &&
    before.wanted === after.wanted &&
    before.input === after.input &&
    before.free === after.free &&
    before.onInput === after.onInput &&
    before.labels === after.labels &&
    before.isSmall === after.isSmall &&
    before.hidesVerdict === after.hidesVerdict &&
    before.cell.value === after.cell.value &&
    before.cell.race === after.cell.race &&
    before.cell.isBeyond === after.cell.isBeyond &&
    String(before.cell.readers) === String(after.cell.readers) &&
    String(before.cell.writers) === String(after.cell.writers),
);

interface TokensProps {
  readonly columns: readonly number[];
  readonly labels: readonly string[];
  readonly words: string;
  readonly isHollow?: boolean;
}

function Tokens({ columns, labels, words, isHollow = false }: TokensProps) {
  const shown = columns.slice(-MOST_TOKENS);
  return (
    <span className="stage-by">
      {columns.length > 0 && <span className="visually-hidden">{words} </span>}
      {columns.length > MOST_TOKENS && (
        <span className="soft-text">+{columns.length - MOST_TOKENS}</span>
      )}
      {shown.map((column) => (
        <span key={column} className={isHollow ? 'token small hollow' : 'token small'}>
          {labels[column] ?? '…'}
        </span>
      ))}
    </span>
  );
}
