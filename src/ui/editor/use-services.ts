import { useEffect, useMemo } from 'react';
import type { LanguageServices } from '../../session/views/language.ts';
import { useTextScale } from '../theme/text-size.ts';
import { registerKernelLanguage } from './kernel-language.ts';
import { PROMELA } from './languages/promela.ts';
import type { OpenEditor } from './use-editor.ts';

export interface Services {
  readonly services: LanguageServices;
  readonly hints: boolean;
  /** A new object whenever costs may have changed. */
  readonly costsKey: object;
}

/** Completion, hover, definitions and costs; none for read-only texts. */
export function useServices(
  open: OpenEditor | undefined,
  { services, hints = false, costsKey }: Partial<Services>,
): void {
  const scale = useTextScale();
  const costs = useMemo(() => open && new open.monaco.Emitter<void>(), [open]);
  useEffect(() => {
    if (!open || !costs || !services) return undefined;
    const parts = registerKernelLanguage(open.monaco, services, costs.event);
    return () => parts.forEach((part) => part.dispose());
  }, [open, costs, services]);

  useEffect(() => {
    const isWritten = open?.editor.getRawOptions().readOnly !== true;
    const isPromela = open?.model.getLanguageId() === PROMELA;
    open?.editor.updateOptions({
      folding: isPromela,
      quickSuggestions:
        services || (isPromela && isWritten)
          ? { other: true, comments: false, strings: false }
          : false,
      inlayHints: { enabled: hints ? 'on' : 'off', fontSize: 13 * scale, padding: true },
    });
  }, [open, services, hints, scale]);

  useEffect(() => costs?.fire(), [costs, costsKey]);
}
