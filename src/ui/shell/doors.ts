import { useEffect } from 'react';
import { useStore } from 'zustand';
import type { Session } from '../../session/core.ts';
import { isLink, momentIn } from '../../session/portable/is-link.ts';
import { MODEL_EXAMPLES } from '../../session/promela/model-examples.ts';
import { subjectOf } from '../../session/subject.ts';
import {
  offerLinked,
  pauseLesson,
  resumeLesson,
  useOpenedLessons,
} from '../lessons/opened-lessons.ts';
import { withExample } from '../promela/model-actions.ts';
import type { Action, Page } from '../shared/action.ts';
import { open } from '../shared/opened.ts';
import { useSession } from '../shared/session-context.tsx';

/** The places of the site, each with an address. Phones show the short word. */
export const DOORS = [
  { id: 'tune', short: 'Tune', rest: ' a kernel' },
  { id: 'learn', short: 'Learn', rest: '' },
  { id: 'model', short: 'Check', rest: ' a model' },
] as const;
export type Door = (typeof DOORS)[number]['id'];

/** `#/learn`; a place inside of it may follow, and `#/tune&at=12` is a moment of the run. */
export const addressOf = (door: Door): string => `#/${door}`;

/** The door that an address names, if any. */
export const doorIn = (hash: string): Door | undefined =>
  DOORS.find(({ id }) => hash.split(/[/&]/)[1] === id && hash.startsWith(addressOf(id)))?.id;

const doorOf = (
  { store }: Pick<Session, 'store'>,
  isLearning = useOpenedLessons.getState().isOpen,
): Door =>
  isLearning ? 'learn' : subjectOf(store.getState()).of({ kernel: 'tune', model: 'model' });

/** The door that is open. */
export function useDoor(): Door {
  const { store } = useSession();
  const isLearning = useOpenedLessons(({ isOpen }) => isOpen);
  return useStore(store, () => doorOf({ store }, isLearning));
}

type Inside = Pick<Session, 'store' | 'commands'>;

const ENTER: Readonly<Record<Door, (inside: Inside) => void>> = {
  tune(inside) {
    pauseLesson(inside);
    inside.commands.attachModel();
    open({ editor: 'kernel' });
  },
  learn: resumeLesson,
  model(inside) {
    pauseLesson(inside);
    const [first] = MODEL_EXAMPLES;
    if (inside.store.getState().model.document) inside.commands.returnToModel();
    else if (first) {
      inside.commands.openModel(`${first.id}.pml`, withExample(first));
      // The site ships its verifier: it is checked while one looks, as the first kernel is tuned.
      inside.commands.checkModel();
    }
  },
};

/** Opens a door, as it was left. */
function enter(door: Door, inside: Inside): void {
  if (doorOf(inside) !== door) ENTER[door](inside);
}

/** Keeps the address and the open door together. */
export function useDoorAddress(): void {
  const session = useSession();
  const door = useDoor();
  useEffect(() => {
    const follow = (): void => {
      // A link that came opens the workbench.
      if (isLink(location.hash)) useOpenedLessons.setState({ isOpen: false, before: null });
      offerLinked();
      const wanted = doorIn(location.hash);
      if (wanted) enter(wanted, session);
      const at = isLink(location.hash) ? undefined : momentIn(location.hash);
      if (wanted === 'tune' && at !== undefined) session.commands.openMoment(at);
    };
    follow();
    window.addEventListener('hashchange', follow);
    return () => window.removeEventListener('hashchange', follow);
  }, [session]);
  useEffect(() => {
    const now = doorOf(session);
    if ((doorIn(location.hash) ?? 'tune') === now) return;
    history.replaceState(history.state, '', addressOf(now));
  }, [door, session]);
}

/** Entered by the palette. */
export const DOOR_ACTIONS: readonly Action<Page>[] = DOORS.map(({ id, short, rest }) => ({
  id: `door-${id}`,
  group: 'Go to',
  label: `${short}${rest}`,
  run: () => void (location.hash = addressOf(id)),
}));
