import { useEffect, useRef } from 'react';
import type { LanguageServices } from '../../session/index.ts';
import { type KernelLanguage, registerKernelLanguage } from './kernel-language.ts';
import type { OpenEditor } from './use-editor.ts';

/** What knows the language of a text. */
export interface Services {
  readonly services: LanguageServices;
  /** Whether costs are written into the text. */
  readonly hints: boolean;
  /** A new object whenever costs may have changed. */
  readonly costsKey: object;
}

/** Completion, hover, definitions and costs of a text; none for a text to look at. */
export function useServices(
  open: OpenEditor | undefined,
  { services, hints = false, costsKey }: Partial<Services>,
): void {
  const language = useRef<KernelLanguage>(undefined);
  useEffect(() => {
    if (!open || !services) return undefined;
    language.current = registerKernelLanguage(open.monaco, services);
    return () => language.current?.dispose();
  }, [open, services]);

  useEffect(() => {
    open?.editor.updateOptions({
      quickSuggestions: services ? { other: true, comments: false, strings: false } : false,
      inlayHints: { enabled: hints ? 'on' : 'off', fontSize: 11, padding: true },
    });
  }, [open, services, hints]);

  useEffect(() => language.current?.refresh(), [open, costsKey]);
}
