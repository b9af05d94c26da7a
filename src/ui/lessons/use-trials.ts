import { useEffect, useMemo, useRef, useState } from 'react';
import { GivenUp, type Lesson, type Outcome, type Trial, trialsOf } from '../../lessons/index.ts';
import type { Session } from '../../session/core.ts';
import { tryPage } from './lesson-work.ts';

export interface TrialsState {
  readonly trials: readonly Trial[];
  /** By id; of the text as it is. */
  readonly outcomes: Readonly<Record<string, Outcome>>;
  readonly running: string | undefined;
  /** The one that the stage shows. */
  readonly shown: Trial | undefined;
  /** Tries some of them, one after the other. */
  readonly run: (some: readonly Trial[]) => Promise<void>;
  readonly stop: () => void;
}

/** A lesson's own answers, each tried on the page as a student would. */
export function useTrials(session: Session, lesson: Lesson): TrialsState {
  const trials = useMemo(() => trialsOf(lesson), [lesson]);
  const [outcomes, setOutcomes] = useState<Readonly<Record<string, Outcome>>>({});
  const [running, setRunning] = useState<string>();
  const [shown, setShown] = useState<Trial>();
  const control = useRef(new AbortController());
  const stop = (): void => {
    control.current.abort();
    setRunning(undefined);
  };
  useEffect(() => () => control.current.abort(), []);
  const run = async (some: readonly Trial[]): Promise<void> => {
    control.current.abort();
    control.current = new AbortController();
    const { signal } = control.current;
    for (const trial of some) {
      setRunning(trial.id);
      setShown(trial);
      tryPage(session, trial.page);
      try {
        const outcome = await trial.run(session, signal);
        setOutcomes((known) => ({ ...known, [trial.id]: outcome }));
      } catch (error) {
        if (error instanceof GivenUp) return;
        throw error;
      }
    }
    setRunning(undefined);
  };
  return { trials, outcomes, running, shown, run, stop };
}
