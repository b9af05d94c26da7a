import { Fragment, type ReactNode } from 'react';
import { Button, FieldError, Input, Label, TextField, ToggleButton } from 'react-aria-components';
import { count } from '../../base/words.ts';
import { type Answers, type Asked, type Missing, valuesIn } from '../../language/index.ts';
import { Icon } from '../shared/icons.tsx';

interface Props {
  readonly missing: Missing;
  /** The verdict on the text as it stands. */
  readonly verdict: ReactNode;
  /** With the guesses of the rest. */
  readonly answers: Answers;
  readonly problems: Readonly<Record<string, string>>;
  readonly configurations: number;
  /** Why the filled text cannot be tuned. */
  readonly obstacle: string | undefined;
  /** The text can be tuned without. */
  readonly isTunable: boolean;
  readonly onAnswer: (id: string, answer: string) => void;
  readonly onToggle: (id: string, value: number) => void;
  readonly onLine: (line: number) => void;
  readonly onFill: () => void;
  readonly onLeave: () => void;
  readonly onClose: () => void;
}

interface Row {
  readonly name: string;
  readonly fields: readonly Asked[];
}

const TITLE = 'What the text does not say';

/** All values that a text leaves open, each with a guess; Enter takes them. */
export function MissingForm(props: Props) {
  const { missing, problems, configurations, obstacle, isTunable } = props;
  const { asked, words } = missing;
  const of = (...kinds: readonly Asked['of'][]): readonly Asked[] =>
    asked.filter((each) => kinds.includes(each.of));
  const single = (fields: readonly Asked[]): readonly Row[] =>
    fields.map((field) => ({ name: field.name, fields: [field] }));
  const together = (name: string, fields: readonly Asked[]): readonly Row[] =>
    fields.length === 0 ? [] : [{ name, fields }];
  const sections = [
    { title: 'Sizes', rows: single(of('argument')) },
    {
      title: 'Launch',
      rows: [
        ...together(words.group, of('group', 'groups')),
        ...together(`${words.item}s`, of('items')),
        ...single(of('local')),
      ],
    },
    { title: 'Tune', rows: single(of('tile')) },
  ].filter(({ rows }) => rows.length > 0);
  const isWrong = Object.keys(problems).length > 0 || obstacle !== undefined;
  return (
    <form
      className="missing column"
      aria-label={TITLE}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isWrong) props.onFill();
      }}
    >
      <div className="missing-body">
        <div className="missing-head row">
          <h2>{TITLE}</h2>
          {props.verdict}
        </div>
        <p className="soft-text">
          Every field has a guess. Change what is wrong; Enter tunes with the rest.
        </p>
        {sections.map(({ title, rows }) => (
          <section key={title} className="missing-section" aria-label={title}>
            <h3>{title}</h3>
            {rows.map((row) => (
              <RowOf key={row.name} {...row} {...props} />
            ))}
          </section>
        ))}
      </div>
      <div className="missing-foot row">
        <Button type="submit" className="button primary" isDisabled={isWrong}>
          <Icon name="play" />
          {configurations > 1
            ? `Tune ${count(configurations, 'configuration')}`
            : 'Tune with these'}
          <kbd>Enter</kbd>
        </Button>
        <Button className="button" isDisabled={!isTunable} onPress={props.onLeave}>
          Tune as it stands
        </Button>
        <Button className="button link" onPress={props.onClose}>
          Close
        </Button>
        <span className="soft-text" role="status">
          {obstacle ?? ''}
        </span>
      </div>
    </form>
  );
}

type RowProps = Row & Pick<Props, 'answers' | 'problems' | 'onAnswer' | 'onToggle' | 'onLine'>;

function RowOf(props: RowProps) {
  const { name, fields, answers, problems, onAnswer, onToggle, onLine } = props;
  const [one] = fields;
  const answerTo = ({ id, guess }: Asked): string => answers[id] ?? guess;
  return (
    <div className="missing-row" role="group" aria-label={name}>
      <span className="missing-name">
        {name.split(/(?<=_)/).map((part, index) => (
          <Fragment key={index}>
            {index > 0 && <wbr />}
            {part}
          </Fragment>
        ))}
      </span>
      <span className="missing-fields row">
        {fields.map((field, index) => (
          <Fragment key={field.id}>
            {index > 0 && <span aria-hidden="true">×</span>}
            {field.offered ? (
              <Offered
                {...{ field, onToggle }}
                chosen={valuesIn(answerTo(field))}
                problem={problems[field.id]}
              />
            ) : (
              <TextField
                className="missing-field"
                value={answerTo(field)}
                isInvalid={problems[field.id] !== undefined}
                autoComplete="off"
                onChange={(answer) => onAnswer(field.id, answer)}
              >
                <Label className="visually-hidden">{field.name}</Label>
                <Input className="missing-input mono" spellCheck={false} />
                <FieldError className="missing-problem">{problems[field.id]}</FieldError>
              </TextField>
            )}
          </Fragment>
        ))}
      </span>
      {one && (
        <span className="missing-why soft-text">
          {one.why}, <Lines lines={one.lines} onLine={onLine} />
        </span>
      )}
    </div>
  );
}

interface OfferedProps {
  readonly field: Asked;
  readonly chosen: readonly number[];
  readonly problem: string | undefined;
  readonly onToggle: (id: string, value: number) => void;
}

/** Values to try. */
function Offered({ field, chosen, problem, onToggle }: OfferedProps): ReactNode {
  const all = [...new Set([...(field.offered ?? []), ...chosen])].toSorted((a, b) => a - b);
  return (
    <>
      {all.map((value) => (
        <ToggleButton
          key={value}
          className="button small missing-value"
          aria-label={`${field.name} ${value}`}
          isSelected={chosen.includes(value)}
          // One at least.
          isDisabled={chosen.length === 1 && chosen.includes(value)}
          onChange={() => onToggle(field.id, value)}
        >
          {value}
        </ToggleButton>
      ))}
      {problem !== undefined && <span className="missing-problem">{problem}</span>}
    </>
  );
}

const MOST_LINES = 3;

function Lines({ lines, onLine }: { readonly lines: readonly number[] } & Pick<Props, 'onLine'>) {
  const shown = lines.slice(0, MOST_LINES);
  return (
    <>
      {shown.length === 1 ? 'line' : 'lines'}{' '}
      {shown.map((line, index) => (
        <Fragment key={line}>
          {index > 0 && ', '}
          <Button
            className="button link missing-line"
            aria-label={`line ${line}`}
            onPress={() => onLine(line)}
          >
            {line}
          </Button>
        </Fragment>
      ))}
      {lines.length > MOST_LINES && ' …'}
    </>
  );
}
