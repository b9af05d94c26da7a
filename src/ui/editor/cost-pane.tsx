import { useMemo } from 'react';
import { Button } from 'react-aria-components';
import { wordsOfLine } from '../../base/span.ts';
import {
  type Charges,
  type CostLine,
  type CostTable,
  type Extent,
  wordsOf,
} from '../../language/index.ts';
import { semanticsOf } from '../../platform/index.ts';
import type { CostView } from '../../session/views/language.ts';
import type { Configuration } from '../../tuning/index.ts';
import { Accesses } from '../machine/accesses.tsx';
import { count, valuesInWords, whole } from '../../base/words.ts';
import { PanelMessage } from '../shared/panel-message.tsx';
import { SelectField } from '../shared/select-field.tsx';
import { useCommands, useLanguage, useSessionState } from '../shared/session-context.tsx';
import { type Column, Table } from '../shared/table.tsx';
import './cost-pane.css';

interface Props {
  readonly text: string;
  /** A new object whenever costs may have changed. */
  readonly costsKey: object;
  /** Goes to a place of the kernel. */
  readonly onJump: (offset: number) => void;
}

const SPACES = ['global', 'local', 'private'] as const;

/** A work-item's cost in one configuration, line by line. */
export function CostPane({ text, costsKey, onJump }: Props) {
  const language = useLanguage();
  const [view, all = [], machine] = useMemo(
    () =>
      costsKey === null
        ? []
        : [language.costs(), language.validConfigurations(), language.onMachine()],
    [language, costsKey],
  );
  if (!view) {
    return (
      <PanelMessage icon="warning" title="No costs yet">
        The kernel or the platform has errors, or no configuration can run.
      </PanelMessage>
    );
  }
  return (
    <div className="cost-pane column fills">
      <ConfigurationChoice view={view} all={all} />
      {typeof machine === 'object' ? (
        <div className="cost-accesses fills" tabIndex={0} role="group" aria-label="Accesses">
          <Accesses key={text} view={machine} text={text} onJump={onJump} />
        </div>
      ) : view.result.ok ? (
        <Costs table={view.result.table} text={text} onJump={onJump} />
      ) : (
        <PanelMessage icon="warning" title="These costs cannot be added up">
          {view.result.reason}
        </PanelMessage>
      )}
    </div>
  );
}

const words = (values: Configuration): string => valuesInWords(values) || 'the only one';

const ORIGINS = { best: 'the best known', first: 'the first that can run' } as const;

const AUTOMATIC = 'automatic';

interface ChoiceProps {
  readonly view: CostView;
  readonly all: readonly Configuration[];
}

function ConfigurationChoice({ view, all }: ChoiceProps) {
  const { chooseConfiguration } = useCommands();
  const options = [
    { id: AUTOMATIC, label: 'The best known', help: 'Or the first that can run' },
    ...all.map((values) => ({ id: words(values), label: words(values) })),
  ];
  return (
    <div className="cost-head row">
      <SelectField
        label="Configuration"
        options={options}
        value={view.origin === 'chosen' ? words(view.values) : AUTOMATIC}
        onChange={(id) => chooseConfiguration(all.find((values) => words(values) === id))}
      />
      <span className="note clipped" data-testid="cost-configuration">
        {view.origin === 'chosen'
          ? 'your choice'
          : `${words(view.values)}, ${ORIGINS[view.origin]}`}
      </span>
    </div>
  );
}

function Costs({ table, text, onJump }: Omit<Props, 'costsKey'> & { readonly table: CostTable }) {
  const semantics = semanticsOf(useSessionState((state) => state.settings.semantics));
  const isArithmeticFree = useSessionState((state) => Number(state.settings.constants.AT) === 0);
  const { item } = wordsOf(text);
  const { lines, total, items, complete } = table;
  const spaces = SPACES.filter((space) => space !== 'private' || total.private.most > 0);
  const charges = [...spaces, 'ticks', 'barriers'] as const;
  return (
    <>
      <Table
        label={`Costs of one ${item}`}
        className="cost-table"
        columns={columnsOf(text, charges, onJump)}
        rows={lines}
        keyOf={({ line }) => line}
        foot={
          <tr>
            <th scope="row" colSpan={2}>
              one {item}
            </th>
            {charges.map((each) => (
              <td key={each} className="number">
                {extent(total[each])}
              </td>
            ))}
          </tr>
        }
      />
      <p className="cost-note note">
        {items > 1
          ? `Ticks, least to most over ${complete ? '' : 'the first '}${count(items, semantics.runsItems ? item : 'element')}. `
          : `Ticks; all ${item}s pay the same. `}
        Waiting, barriers and dispatch come on top
        {semantics.extraTicks > 0 ? ', and a tick for each phase' : ''}.
        {isArithmeticFree ? ' Arithmetic is free: AT is 0.' : ''}
      </p>
    </>
  );
}

function columnsOf(
  text: string,
  charges: readonly (keyof Charges)[],
  onJump: Props['onJump'],
): readonly Column<CostLine>[] {
  return [
    {
      head: 'line',
      cell: ({ line }) => (
        <Button
          className="button link"
          aria-label={`Go to line ${line}`}
          onPress={() => onJump(wordsOfLine(text, line).start)}
        >
          {line}
        </Button>
      ),
    },
    {
      head: 'statement',
      kind: 'rest',
      cell: ({ line }) => {
        const { start, end } = wordsOfLine(text, line);
        return <code>{text.slice(start, end)}</code>;
      },
    },
    ...charges.map((head): Column<CostLine> => ({
      head: head === 'private' ? 'computing' : head,
      kind: 'number',
      ...(head !== 'ticks' && head !== 'barriers' && { mark: `cost-space ${head}` }),
      cell: (line) => extent(line[head]),
    })),
  ];
}

/** `16`, `0–8`; nothing where nothing is paid. */
function extent({ least, most }: Extent): string {
  if (most === 0) return '';
  return least === most ? whole(most) : `${whole(least)}–${whole(most)}`;
}
