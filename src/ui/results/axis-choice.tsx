import { useMemo } from 'react';
import type { ResultsView } from '../../session/run/results-table.ts';
import { whole } from '../../base/words.ts';
import { type Option, SelectField } from '../shared/select-field.tsx';
import { type Axes, distinct, type Slices } from './map-data.ts';

interface Props {
  readonly results: ResultsView;
  readonly axes: Axes;
  readonly slices: Slices;
  readonly onAxes: (axes: Axes) => void;
  readonly onSlices: (slices: Slices) => void;
}

/** The map's two axes, and a slice for every other parameter. */
export function AxisChoice({ results, axes: { x, y }, slices, onAxes, onSlices }: Props) {
  const { names } = results;
  if (names.length < 2) return null;
  const options = names.map((name) => ({ id: name, label: name }));
  const others = names.filter((name) => name !== x && name !== y);
  return (
    <>
      <SelectField
        className="small"
        label="across"
        options={options}
        value={x}
        onChange={(name) => onAxes(name === y ? { x: name, y: x } : { x: name, y })}
      />
      <SelectField
        className="small"
        label="up"
        options={options}
        value={y ?? null}
        onChange={(name) => onAxes(name === x ? { x: y ?? x, y: name } : { x, y: name })}
      />
      {others.map((name) => (
        <Slice key={name} {...{ name, results, slices, onSlices }} />
      ))}
    </>
  );
}

const FASTEST = 'fastest';
/** Values offered at most in a list. */
const MOST_VALUES = 200;

function Slice({
  name,
  results,
  slices,
  onSlices,
}: Omit<Props, 'axes' | 'onAxes'> & { readonly name: string }) {
  const { [name]: value, ...others } = slices;
  const options = useMemo((): Option<string>[] => {
    const column = results.table.column(name);
    const values = column ? distinct(column, results.size).slice(0, MOST_VALUES) : [];
    return [
      { id: FASTEST, label: 'fastest', help: `The best ${name} of each cell` },
      ...values.map((each) => ({ id: String(each), label: whole(each) })),
    ];
  }, [results, name]);
  // There is nothing to choose of one value.
  if (options.length <= 2) return null;
  return (
    <SelectField
      className="small"
      label={name}
      options={options}
      value={value === undefined ? FASTEST : String(value)}
      onChange={(id) => onSlices(id === FASTEST ? others : { ...slices, [name]: Number(id) })}
    />
  );
}
