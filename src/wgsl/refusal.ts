import { type Diagnostic, Reports } from '../base/diagnostic.ts';
import type { Span } from '../base/span.ts';

/** WGSL cannot say a part of a kernel. Caught where a module is made. */
export class Refusal extends Error {
  readonly diagnostic: Diagnostic;

  constructor(span: Span, message: string, hint?: string) {
    super(message);
    const reports = new Reports();
    reports.error('wgsl-unsupported', span, message, hint);
    const [diagnostic] = reports.all;
    if (diagnostic === undefined) throw new Error(message);
    this.diagnostic = diagnostic;
  }
}

/** @throws {Refusal} always. */
export function refuse(span: Span, message: string, hint?: string): never {
  throw new Refusal(span, message, hint);
}
