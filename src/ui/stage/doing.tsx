import { whole } from '../../base/words.ts';
import type { ItemState } from '../../trace/index.ts';
import { STATE_WORDS } from '../shared/state-words.ts';
import './doing.css';

/** An element of a run over time: its phase, and from when to when. */
export function Doing({ own: { doing, status } }: { readonly own: ItemState }) {
  if (!doing) return null;
  const { state, since, until } = doing;
  const when =
    until === undefined ? `since tick ${whole(since)}` : `tick ${whole(since)} to ${whole(until)}`;
  return (
    <span className={`stage-now ${state}`}>
      {status === 'ended' ? 'is done' : STATE_WORDS[state].card} <b>{when}</b>
    </span>
  );
}
