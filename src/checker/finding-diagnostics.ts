import type { Diagnostic } from '../base/diagnostic.ts';
import type { Verification } from './verify.ts';

/** Findings as editors mark them. */
export const findingDiagnostics = ({
  findings,
  remarks,
}: Pick<Verification, 'findings' | 'remarks'>): Diagnostic[] => [
  ...findings.map(({ kind, span, message, hint, related, assumed }): Diagnostic => {
    const said = [assumed && `Only if ${assumed.words}.`, hint].filter(
      (each) => each !== undefined,
    );
    return {
      severity: 'warning',
      code: kind,
      span,
      message,
      ...(said.length > 0 && { hint: said.join(' ') }),
      ...(related && { related }),
    };
  }),
  ...remarks.map(({ kind, span, message, hint }): Diagnostic => ({
    severity: 'info',
    code: kind,
    span,
    message,
    ...(hint !== undefined && { hint }),
  })),
];
