import { useMemo } from 'react';
import {
  Button,
  CheckboxGroup,
  Dialog,
  DialogTrigger,
  Input,
  Label,
  Popover,
  TextField,
} from 'react-aria-components';
import { type Mark, type Run, RUN_EVENT } from '../../trace/index.ts';
import { Icon } from '../shared/icons.tsx';
import { Segmented } from '../shared/segmented.tsx';
import { TickBox } from '../shared/tick-box.tsx';
import { type Collapse, type Filter, lifelinesOf, NO_FILTER } from './sequence-layout.ts';

const COLLAPSES: Readonly<Record<Collapse, string>> = {
  none: 'Each',
  class: 'Class',
  unit: 'Unit',
  device: 'Device',
};

/** Hidden by name. */
const NAMED = [
  ['messages', 'Messages'],
  ['channels', 'Channels'],
  ['lanes', 'Processes'],
] as const;

/** Lanes offered one by one; of more the text filter tells them apart better. */
const MOST_LANES = 40;

interface Props {
  readonly run: Run | undefined;
  readonly filter: Filter;
  readonly collapse: Collapse;
  readonly onFilter: (changes: Partial<Filter>) => void;
  readonly onCollapse: (collapse: Collapse) => void;
}

/** Filters the sequence chart and joins lifelines. */
export function FilterButton({ run, filter, collapse, onFilter, onCollapse }: Props) {
  const sent = useMemo(() => (run ? namesIn(run) : NOTHING_SENT), [run]);
  const lanes = run ? lifelinesOf(run.lanes, collapse).slice(0, MOST_LANES) : [];
  const names = {
    messages: [...sent.meanings.keys()],
    channels: sent.channels,
    lanes: lanes.map(({ label }) => label),
  };
  const hidden =
    filter.channels.size + filter.lanes.size + filter.only.size + (filter.text === '' ? 0 : 1) >
      0 ||
    filter.onlyMessages ||
    [...filter.messages].some((name) => !NO_FILTER.messages.has(name));
  return (
    <DialogTrigger>
      <Button
        className={hidden ? 'icon-button on' : 'icon-button'}
        aria-label={hidden ? 'Filter messages (something is hidden)' : 'Filter messages'}
        isDisabled={!run}
      >
        <Icon name="filter" />
      </Button>
      <Popover className="popover filter-popover" offset={4} placement="bottom end">
        <Dialog className="filter-dialog" aria-label="Filter messages">
          <div className="filter-row">
            <span className="small-text strong-text">Lifelines</span>
            <Segmented
              label="Lifelines"
              options={COLLAPSES}
              value={collapse}
              onChange={onCollapse}
            />
          </div>
          <TextField
            className="filter-text compact-field"
            value={filter.text}
            onChange={(text) => onFilter({ text })}
          >
            <Label>Only messages with</Label>
            <Input placeholder="such as: done pex 1" />
          </TextField>
          {run && !run.timed && sent.channels.length > 0 && (
            <TickBox
              isSelected={filter.onlyMessages}
              onChange={(onlyMessages) => onFilter({ onlyMessages })}
            >
              Only messages
            </TickBox>
          )}
          {NAMED.filter(([kind]) => names[kind].length > 0).map(([kind, label]) => (
            <Names
              key={kind}
              label={label}
              names={names[kind]}
              meanings={kind === 'messages' ? sent.meanings : undefined}
              hidden={filter[kind]}
              onChange={(hiddenNames) => onFilter({ [kind]: hiddenNames })}
            />
          ))}
          <Button className="text-button" onPress={() => onFilter(NO_FILTER)}>
            Show everything again
          </Button>
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}

interface NamesProps {
  readonly label: string;
  readonly names: readonly string[];
  /** Their meanings, where known. */
  readonly meanings: Sent['meanings'] | undefined;
  readonly hidden: ReadonlySet<string>;
  readonly onChange: (hidden: ReadonlySet<string>) => void;
}

/** A box to tick for each name; those without a tick are hidden. */
function Names({ label, names, meanings, hidden, onChange }: NamesProps) {
  return (
    <CheckboxGroup
      className="filter-names"
      value={names.filter((name) => !hidden.has(name))}
      onChange={(shown) => onChange(new Set(names.filter((name) => !shown.includes(name))))}
    >
      <Label className="small-text strong-text">{label}</Label>
      <div className="filter-boxes">
        {names.map((name) => (
          <TickBox key={name} value={name}>
            <span>{name}</span>
            {(meanings?.get(name)?.size ?? 0) > 0 && (
              <span className="soft-text">{[...(meanings?.get(name) ?? [])].join(', ')}</span>
            )}
          </TickBox>
        ))}
      </div>
    </CheckboxGroup>
  );
}

interface Sent {
  /** Words of each name's messages. */
  readonly meanings: ReadonlyMap<string, ReadonlySet<string>>;
  readonly channels: readonly string[];
}

const NOTHING_SENT: Sent = { meanings: new Map(), channels: [] };

/** The messages and channels of a run, in the order they first come. */
function namesIn(run: Run): Sent {
  const meanings = new Map<string, Set<string>>();
  const channels = new Set<string>();
  const seen = new Set<string>();
  const { kind } = run.columns;
  for (let event = 0; event < run.count; event += 1) {
    if (kind[event] !== RUN_EVENT.message) continue;
    const [message, channel] = [run.messageAt(event), run.channelAt(event)];
    const key = `${channel} ${message}`;
    if (seen.has(key)) continue;
    seen.add(key);
    channels.add(channel);
    const said = meanings.get(message) ?? new Set();
    meanings.set(message, said);
    // A foreign model's messages have no words but their own.
    if (run.timed?.isOurs === true) said.add(wordsOf(run.markAt(event)));
  }
  return { meanings, channels: [...channels] };
}

const wordsOf = (mark: Mark): string => (mark.kind === 'message' ? mark.words : '');
