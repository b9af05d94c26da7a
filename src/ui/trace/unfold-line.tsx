import { useMemo } from 'react';
import { Button } from 'react-aria-components';
import { count, whole } from '../../base/words.ts';
import { repetitionsAt, type Trace } from '../../trace/index.ts';
import { IconButton } from '../shared/icon-button.tsx';
import { type Unfolding, useTraceState } from './trace-state.ts';
import { foldBack, repeatAround, showRepetition, unfoldHere } from './unfolding.ts';

/** Offers to unfold what is repeated at the cursor, and goes from one repetition to the next. */
export function UnfoldLine() {
  const unfolding = useTraceState((state) => state.unfolding);
  const trace = useTraceState(({ layout }) => layout?.run.timed);
  const event = useTraceState(({ seen }) => seen.event);
  const told = trace && repeatAround(trace, event);
  return (
    <>
      {unfolding && <Repetition {...unfolding} />}
      {trace && told !== undefined && <Offer trace={trace} told={told} />}
    </>
  );
}

/** A unit repeats rounds, an element iterations of a loop. */
const whatOf = (trace: Trace, pid: number): string =>
  trace.process(pid)?.name === 'unit' ? 'round' : 'iteration';

function Offer({ trace, told }: { readonly trace: Trace; readonly told: number }) {
  const repeated = useMemo(() => repetitionsAt(trace, told), [trace, told]);
  if (!repeated) {
    return (
      <p className="unfold-line">
        More of the same. It cannot be unfolded: others are at work in the middle of it.
      </p>
    );
  }
  const { pid, count: many, tick } = repeated;
  return (
    <p className="unfold-line">
      {`More of the same: ${count(many, whatOf(trace, pid))} more from tick ${whole(tick)} to ${whole(trace.untilAt(told))}.`}
      <Button className="button link" onPress={unfoldHere}>
        Unfold one
      </Button>
    </p>
  );
}

function Repetition({ base, repeated, number, run }: Unfolding) {
  const what = whatOf(base, repeated.pid);
  const last = repeated.count;
  const ways = [
    ['first', `First ${what}`, 1, number > 1],
    ['back', `${what === 'round' ? 'Round' : 'Iteration'} before`, number - 1, number > 1],
    ['forward', `Next ${what}`, number + 1, number < last],
    ['last', `Last ${what}`, last, number < last],
  ] as const;
  return (
    <div className="unfold-line on" role="group" aria-label="Unfolded">
      <span>
        <strong>{`Unfolded: ${what} ${whole(number)} of ${whole(last)}`}</strong>
        {`, tick ${whole(run.from)} to ${whole(run.until)}. The events of its pattern, at their own ticks${what === 'round' ? '; how the host hands out groups is left out' : ''}. Variables are those before it.`}
      </span>
      <span className="unfold-ways">
        {ways.map(([icon, label, to, isThere]) => (
          <IconButton
            key={icon}
            icon={icon}
            label={label}
            isDisabled={!isThere}
            onPress={() => showRepetition(to)}
          />
        ))}
      </span>
      <Button className="button link" onPress={foldBack}>
        Fold back
      </Button>
    </div>
  );
}
