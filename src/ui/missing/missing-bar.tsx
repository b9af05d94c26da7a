import { useEffect } from 'react';
import { ToggleButton } from 'react-aria-components';
import { create } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import { listed } from '../../base/words.ts';
import type { Missing } from '../../language/index.ts';
import { open, useOpened } from '../shared/opened.ts';
import { useLanguage, useSessionState } from '../shared/session-context.tsx';
import { useIsTaught } from '../lessons/opened-lessons.ts';
import './missing.css';

/** The open kernel's; undefined where its text says all. */
export const useMissing = create<{ readonly missing?: Missing | undefined }>()(() => ({}));

/** Milliseconds without an edit before a text is asked. */
const PAUSE = 250;
const MOST_NAMED = 3;

const NOTHING: readonly (string | undefined)[] = [];

/** Opens the form for what the text leaves open. */
export function MissingBar() {
  const language = useLanguage();
  const isTaught = useIsTaught();
  const isOpen = useOpened(({ missing }) => missing);
  const asked = useSessionState(
    useShallow(({ settings: { kernelText, kernelName, constants }, derived }) =>
      derived.isReading || derived.isUnread ? NOTHING : [kernelText, kernelName, constants.size],
    ),
  );
  const { missing } = useMissing();
  useEffect(() => {
    if (asked === NOTHING) return undefined;
    const ending = new AbortController();
    const { signal } = ending;
    const timer = setTimeout(async () => {
      const asking = isTaught ? undefined : language.missing(signal);
      const found = await asking?.catch(() => undefined);
      if (signal.aborted) return;
      useMissing.setState({ missing: found });
      if (!found) open({ missing: false });
    }, PAUSE);
    return () => {
      clearTimeout(timer);
      ending.abort();
    };
  }, [asked, isTaught, language]);
  useEffect(() => () => useMissing.setState({ missing: undefined }), []);
  if (!missing) return null;
  const words = inWords(missing);
  return (
    <ToggleButton
      className="select-button missing-chip"
      aria-label={`What the text does not say: ${words}`}
      isSelected={isOpen}
      onChange={(isWanted) => open({ missing: isWanted })}
    >
      <span className="one-line clipped">{words}</span>
      <b aria-hidden="true">?</b>
    </ToggleButton>
  );
}

/** `M, N and K`, `the launch` */
function inWords({ asked }: Missing): string {
  const named = asked.filter(({ of }) => of === 'argument').map(({ name }) => name);
  if (named.length > 0) return listed(named, MOST_NAMED);
  return asked.some(({ of }) => of === 'items') ? 'the launch' : 'what to tune';
}
