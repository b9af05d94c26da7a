import { Button } from 'react-aria-components';
import type { Commands } from '../../session/core.ts';
import type { MeasuredView } from '../../session/measured/measured-view.ts';
import { whole } from '../../base/words.ts';
import { closeDialog } from '../shared/opened.ts';
import { OpenedDialog } from '../shared/page-dialog.tsx';
import { SelectField } from '../shared/select-field.tsx';
import { failuresOf, fileInWords } from './measured-words.ts';

interface Props extends Pick<Commands, 'chooseColumn' | 'removeMeasured'> {
  readonly view: MeasuredView;
}

/** Matches a file's columns with parameters. */
export function ColumnsDialog({ view, chooseColumn, removeMeasured }: Props) {
  const { data, matches } = view;
  if (!data) return null;
  return (
    <OpenedDialog id="columns" title="Measured times" className="columns-dialog">
      <p data-testid="measured-file">{fileInWords(view)}</p>
      {failuresOf(data).map(([reason, count]) => (
        <p key={reason} className="note">
          {whole(count)} because {reason}
        </p>
      ))}
      {data.notes.map((note) => (
        <p key={note} className="note">
          {note}
        </p>
      ))}
      <p>Which column has the values of which parameter of the kernel?</p>
      <div className="columns-list column">
        {matches.map(({ parameter, column, value, values = [], confidence, because }) => (
          <div key={parameter} className="columns-row">
            <SelectField
              className="small"
              label={`Column of ${parameter}`}
              options={[
                ...data.columns.map(({ name }) => ({ id: name, label: name })),
                ...values.map((each) => ({ id: String(each), label: `always ${each}` })),
              ]}
              value={column ?? (value === undefined ? null : String(value))}
              placeholder="none"
              onChange={(name) => chooseColumn(parameter, name)}
            />
            <span
              className={confidence < 0.5 ? 'columns-because note unsure' : 'columns-because note'}
            >
              {because === 'chosen' ? 'chosen' : `guessed: ${because}`}
            </span>
          </div>
        ))}
        {matches.length === 0 && <p>The kernel has no tuning parameters.</p>}
      </div>
      <div className="columns-buttons">
        <Button
          className="button"
          onPress={() => {
            removeMeasured();
            closeDialog();
          }}
        >
          Remove
        </Button>
        <Button className="button primary" onPress={closeDialog}>
          Done
        </Button>
      </div>
    </OpenedDialog>
  );
}
