import { type RefObject, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { type Answers, type Missing, toggled } from '../../language/index.ts';
import type { Filled } from '../../session/views/missing.ts';
import { spanOfLine } from '../../base/span.ts';
import { VerdictBadge } from '../answer/verdict-badge-bar.tsx';
import { open, showPlace } from '../shared/opened.ts';
import { useCommands, useLanguage, useSessionState } from '../shared/session-context.tsx';
import { MissingForm } from './missing-form.tsx';

/** The form in the answer's place. */
export function MissingPane({ missing }: { readonly missing: Missing }) {
  const { setKernelText, tune } = useCommands();
  const text = useSessionState(({ settings }) => settings.kernelText);
  const obstacle = useSessionState(({ derived }) => derived.obstacle);
  const [answers, setAnswers] = useState<Answers>({});
  const guesses = useMemo(
    () => Object.fromEntries(missing.asked.map(({ id, guess }) => [id, guess])),
    [missing],
  );
  const { filled, isRead } = useFilled(missing, answers);
  const [wanted, want] = useState<{ readonly missing: Missing; readonly answers: Answers }>();
  const form = useRef<HTMLDivElement>(null);
  const close = (): void => open({ missing: false });
  const fill = useEffectEvent((): void => {
    const isMistaken = !filled || filled.obstacle || Object.keys(filled.problems).length > 0;
    // Text typed meanwhile is asked about first.
    if (isMistaken || missing.text !== text) return;
    close();
    setKernelText(filled.text);
    tune();
  });
  useEffect(() => {
    // A later text is another question, which nobody has answered yet.
    if (isRead && wanted?.missing === missing && wanted.answers === answers) fill();
  }, [isRead, wanted, missing, answers]);
  useFocus(form, close);
  return (
    <div ref={form} className="fills column">
      <MissingForm
        missing={missing}
        verdict={<VerdictBadge />}
        answers={{ ...guesses, ...answers }}
        problems={filled?.problems ?? {}}
        configurations={filled?.configurations ?? 0}
        obstacle={filled?.obstacle}
        isTunable={obstacle === undefined}
        onAnswer={(id, answer) => setAnswers({ ...answers, [id]: answer })}
        onToggle={(id, value) =>
          setAnswers({ ...answers, [id]: toggled(answers[id] ?? guesses[id] ?? '', value) })
        }
        onLine={(line) => showPlace(spanOfLine(text, line).start)}
        onFill={() => want({ missing, answers })}
        onLeave={() => {
          close();
          tune();
        }}
        onClose={close}
      />
    </div>
  );
}

/** The text with these answers; until it is read, with the last. */
function useFilled(missing: Missing, answers: Answers) {
  const language = useLanguage();
  const [found, setFound] = useState<{
    readonly missing: Missing;
    readonly answers: Answers;
    readonly filled: Filled;
  }>();
  useEffect(() => {
    const ending = new AbortController();
    void language.filled(missing, answers, ending.signal).then((filled) => {
      if (!ending.signal.aborted) setFound({ missing, answers, filled });
    });
    return () => ending.abort();
  }, [language, missing, answers]);
  const isRead = found?.missing === missing && found.answers === answers;
  return { filled: found?.filled, isRead };
}

/** The first field takes the focus, or without one the button that tunes; it goes back to what opened the form, or
 * else to Tune. */
function useFocus(form: RefObject<HTMLElement | null>, onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    const node = form.current;
    const opener = document.activeElement;
    const first = node?.querySelector('input') ?? node?.querySelector<HTMLElement>('[type=submit]');
    first?.focus();
    const leave = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      // It would cancel a run besides.
      event.stopPropagation();
      close();
    };
    node?.addEventListener('keydown', leave);
    return () => {
      node?.removeEventListener('keydown', leave);
      requestAnimationFrame(() => {
        if (document.activeElement !== document.body) return;
        const isThere = opener instanceof HTMLElement && opener.isConnected;
        const next = isThere ? opener : document.querySelector<HTMLElement>('.tune');
        next?.focus();
      });
    };
  }, [form]);
}
