import { useId, useState } from 'react';
import { Button, Input, Label, TextField } from 'react-aria-components';
import type { Fix } from '../../base/diagnostic.ts';
import { positionAt, type Span } from '../../base/span.ts';
import type { Commands } from '../../session/core.ts';
import { type VerificationView, VERIFICATION } from '../../session/jobs/verification.ts';
import { withFixes, wordsOf } from '../../language/index.ts';
import { withEnsuresLine } from '../../session/views/ensures-line.ts';
import { hasWarps, statesLockstep, withLockstep } from '../../session/views/lockstep-line.ts';
import { type Judged, judged } from '../../session/views/judged.ts';
import type { Configuration } from '../../tuning/index.ts';
import { type Finding, type NotChecked, type Remark } from '../../values/index.ts';
import { configurationsInWords, count, seconds, whole } from '../../base/words.ts';
import { Icon } from '../shared/icons.tsx';
import { TickBox } from '../shared/tick-box.tsx';
import { Outdated } from '../shared/outdated.tsx';
import { PanelMessage } from '../shared/panel-message.tsx';
import { SelectField } from '../shared/select-field.tsx';
import { ProgressTrack } from '../shared/progress-track.tsx';
import { findingInWords, verdictInWords, verdictWord } from '../shared/verdict-words.ts';
import './values-view.css';

interface Props extends Pick<
  Commands,
  'verify' | 'cancelJob' | 'setVerifiedSize' | 'setLaunch' | 'showFinding' | 'setKernelText'
> {
  readonly view: VerificationView;
  readonly optima: readonly Configuration[];
  /** The question answered, if the settings have changed since. */
  readonly outdated: string | undefined;
  /** The kernel's text. */
  readonly text: string;
  readonly kernelName: string | undefined;
  /** Shows a place in it. */
  readonly onPlace: (span: Span) => void;
  /** Selects a stretch of it, to be written over. */
  readonly onSelect: (offset: number, length: number) => void;
}

/** The values' verdict: findings, what was decided and what was not. */
export function ValuesView(props: Props) {
  const { view, verify, cancelJob } = props;
  const running = view.phase === 'running';
  const { verification } = view;
  const judgement = judged(view, props.optima);
  const isUnstated =
    verification !== undefined &&
    view.phase === 'ended' &&
    view.isResultStated === false &&
    props.outdated === undefined;
  return (
    <div className="results-view values-view">
      <div className="view-tools row">
        <SizeField view={view} setVerifiedSize={props.setVerifiedSize} />
        {running ? (
          <Button className="button small stop" onPress={() => cancelJob(VERIFICATION)}>
            Cancel
          </Button>
        ) : (
          <Button className="button small" onPress={verify}>
            Verify with SPIN
          </Button>
        )}
        <LaunchField {...props} />
        {hasWarps(props.text) && <Lockstep {...props} />}
        <span className="spacer" />
        <span className="soft-text">{effortInWords(view)}</span>
      </div>
      <ProgressTrack
        className={running ? 'values-progress' : 'values-progress idle'}
        label="Configurations decided"
        value={view.configurations.length}
        of={view.total}
      />
      <Outdated words={props.outdated}>
        <div
          className="values-body fills"
          tabIndex={0}
          role="group"
          aria-label="Verdict on the values"
        >
          <p className="values-verdict" role="status" data-testid="verdict">
            {judgement && <VerdictWord judgement={judgement} verification={verification} />}
            <span>{verdictInWords(view, judgement, wordsOf(props.text))}</span>
          </p>
          {isUnstated && <StateIt {...props} />}
          {verification ? (
            <Details {...props} verification={verification} />
          ) : view.phase === 'none' ? (
            <PanelMessage title="Is the result right, for every schedule?">
              Press <em>Verify with SPIN</em>: every order of the {wordsOf(props.text).item}s and
              every input is searched for races, accesses beyond arrays, and results that are not
              what <code>#pragma tuner ensures</code> says.
            </PanelMessage>
          ) : null}
        </div>
      </Outdated>
    </div>
  );
}

/** Judges by the older convention: the text states it. */
function Lockstep({ text, setKernelText }: Pick<Props, 'text' | 'setKernelText'>) {
  return (
    <TickBox
      isSelected={statesLockstep(text)}
      onChange={(isStated) => setKernelText(withLockstep(text, isStated))}
    >
      Warps in lockstep
    </TickBox>
  );
}

/** Which of several launches in the host's text is verified. */
function LaunchField({ view, text, kernelName, setLaunch }: Props) {
  const { launches = [], launch } = view;
  if (launches.length < 2) return null;
  const own = launches.filter(({ kernel }) => kernel === kernelName);
  const options = [
    { id: 'usual', label: 'Its usual launch', help: 'The one that tells most' },
    ...(own.length < 2 ? [] : own).map(({ number, span }) => ({
      id: String(number),
      label: `The launch in line ${positionAt(text, span.start).line}`,
    })),
    {
      id: 'all',
      label: `All ${launches.length} launches`,
      help: 'In their order, with what each leaves',
    },
  ];
  return (
    <SelectField
      label="Launch"
      labelShown={false}
      className="small"
      options={options}
      value={options.some(({ id }) => id === String(launch)) ? String(launch) : 'usual'}
      onChange={(id) => setLaunch(id === 'usual' || id === 'all' ? id : Number(id))}
    />
  );
}

/** Starts the line that states the result, for the user to complete. */
function StateIt({ text, kernelName, setKernelText, onSelect }: Props) {
  const begun = withEnsuresLine(text, kernelName);
  if (!begun) return null;
  return (
    <p>
      <Button
        className="button small"
        onPress={() => {
          setKernelText(begun.text);
          onSelect(begun.at, begun.length);
        }}
      >
        Add a line that says it
      </Button>{' '}
      <span className="soft-text">
        It stands above the kernel; write there what each element should be.
      </span>
    </p>
  );
}

/** The size that is verified, as typed. */
function SizeField({ view, setVerifiedSize }: Pick<Props, 'view' | 'setVerifiedSize'>) {
  const [typed, setTyped] = useState<string>();
  const hint = useId();
  const value = typed ?? String(view.size);
  const isWrong = !/^\d{1,5}$/.test(value.trim()) || Number(value) < 1;
  return (
    <TextField
      className="values-size inline-row soft-text"
      value={value}
      isInvalid={isWrong}
      aria-describedby={hint}
      onChange={(text) => {
        setTyped(text);
        if (/^\d{1,5}$/.test(text.trim()) && Number(text) >= 1) setVerifiedSize(Number(text));
      }}
      onBlur={() => setTyped(undefined)}
    >
      <Label>size</Label>
      <Input className="values-size-input" inputMode="numeric" />
      <span id={hint} className="visually-hidden">
        Elements of the input that the values are verified for
      </span>
    </TextField>
  );
}

function effortInWords({ verification, searched }: VerificationView): string {
  if (!verification) return '';
  const { states, transitions, seconds: taken, configurations } = verification;
  const all = count(configurations.length, 'configuration');
  return searched && states > 0
    ? `${all}, ${count(states, 'state')}, ${count(transitions, 'transition')}, ${seconds(taken)}`
    : `${all} run, ${seconds(taken)}`;
}

function VerdictWord(props: {
  readonly judgement: Judged;
  readonly verification: VerificationView['verification'];
}) {
  const { word, bound, icon, tone } = verdictWord(props.judgement, props.verification);
  return (
    <span className={`word tone-${tone}`}>
      <Icon name={icon} size={14} />
      {word}
      {bound !== undefined && <span className="badge-bound">{bound}</span>}
    </span>
  );
}

interface DetailsProps extends Props {
  readonly verification: NonNullable<VerificationView['verification']>;
}

function Details({ verification, ...props }: DetailsProps) {
  const { findings, remarks, checked, notChecked, configurations } = verification;
  const wrong = configurations.filter(({ status }) => status === 'wrong' || status === 'depends');
  return (
    <>
      {findings.map((finding, index) => (
        <FindingCard key={index} finding={finding} index={index} {...props} />
      ))}
      {wrong.length > 0 && (
        <p className="soft-text">
          Wrong in {whole(wrong.length)} of {count(configurations.length, 'configuration')}:{' '}
          {configurationsInWords(wrong.map(({ values }) => values))}.
        </p>
      )}
      {notChecked.length > 0 && (
        <section aria-label="Not checked">
          <h3>Not checked</h3>
          <ul>
            {notChecked.map((one, index) => (
              <Open key={index} one={one} {...props} />
            ))}
          </ul>
        </section>
      )}
      {remarks.length > 0 && (
        <section aria-label="Worth knowing">
          <h3>Worth knowing</h3>
          <ul>
            {remarks.map(({ message, span }: Remark, index) => (
              <li key={index}>
                <PlaceLink span={span} {...props} /> {message}
              </li>
            ))}
          </ul>
        </section>
      )}
      {checked.length > 0 && (
        <section aria-label="Checked">
          <h3>Checked</h3>
          <ul>
            {checked.map((words) => (
              <li key={words}>{words}</li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function PlaceLink({ span, text, onPlace }: Pick<Props, 'text' | 'onPlace'> & { span: Span }) {
  const { line } = positionAt(text, span.start);
  return (
    <Button className="button link" onPress={() => onPlace(span)}>
      line {line}
    </Button>
  );
}

interface FindingProps extends Props {
  readonly finding: Finding;
  readonly index: number;
}

/** A finding, its place and configuration, and the way to see it. */
function FindingCard({ finding, index, showFinding, ...props }: FindingProps) {
  const { kind, message, hint, span, related = [], configuration, assumed } = finding;
  const { text, setKernelText } = props;
  const withLines = (fixes: readonly Fix[]): string => withFixes(text, { fixes, span });
  return (
    <article className="finding" data-testid="finding">
      <p className="finding-head">
        <strong>{findingInWords(kind, wordsOf(text))}</strong>
        <PlaceLink span={span} {...props} />
        {related.map((other, place) => (
          <PlaceLink key={place} span={other.span} {...props} />
        ))}
        <span className="soft-text">{configurationsInWords([configuration])}</span>
        <span className="spacer" />
        <Button className="button small" onPress={() => showFinding(index)}>
          Show how
        </Button>
      </p>
      <p>{message}</p>
      {assumed ? (
        <p>
          Wrong only if {assumed.words}
          {assumed.so.length === 0 ? (
            '.'
          ) : (
            <>
              : is it?{' '}
              <Button className="button small" onPress={() => setKernelText(withLines(assumed.so))}>
                It is
              </Button>{' '}
              {assumed.otherwise.length > 0 && (
                <Button
                  className="button small"
                  onPress={() => setKernelText(withLines(assumed.otherwise))}
                >
                  It is not
                </Button>
              )}{' '}
              <span className="soft-text">
                Adds{' '}
                {[assumed.so, assumed.otherwise]
                  .filter((lines) => lines.length > 0)
                  .map((lines) => lines.map(({ line }) => line).join(', '))
                  .join(' or ')}
                .
              </span>
            </>
          )}
        </p>
      ) : (
        hint !== undefined && <p className="soft-text">{hint}</p>
      )}
    </article>
  );
}

function Open({ one, ...props }: Props & { readonly one: NotChecked }) {
  return (
    <li>
      <strong>{one.what}</strong>: {one.why} {one.span && <PlaceLink span={one.span} {...props} />}
      {one.hint !== undefined && <span className="soft-text"> {one.hint}</span>}
    </li>
  );
}
