import { firstIndex } from '../base/search.ts';
import type { Span } from '../base/span.ts';

/** A piece of expanded text and where it comes from. */
interface Segment {
  /** Offset in the expanded text. */
  readonly at: number;
  readonly start: number;
  readonly end: number;
  /** Character for character the same; otherwise the whole piece stands for `start` to `end`. */
  readonly exact: boolean;
  /** The use of the macro that the piece comes from. */
  readonly use: Span | undefined;
}

/** Builds a text out of pieces of another, and finds the way back. */
export class MappedText {
  private readonly pieces: string[] = [];
  private readonly segments: Segment[] = [];
  private length = 0;

  /** Adds text that stands for `start..end` of the source; `exact` where it is the same characters. */
  add(text: string, start: number, end: number, exact: boolean, use?: Span): void {
    if (text === '') return;
    this.segments.push({ at: this.length, start, end, exact, use });
    this.pieces.push(text);
    this.length += text.length;
  }

  get text(): string {
    return this.pieces.join('');
  }

  /** The place in the source of a range of the built text; for a range that mixes the body of a macro
   * with its arguments, the use of the macro. */
  span(start: number, end: number): Span {
    const first = this.at(start);
    const last = this.at(Math.max(start, end - 1));
    if (first === undefined || last === undefined) return { start: 0, end: 0 };
    const from = first.exact
      ? first.start + Math.min(start - first.at, first.end - first.start)
      : first.start;
    const to = last.exact ? last.start + (end - last.at) : last.end;
    const whole = first.use ?? last.use;
    if (to < from || (first.use !== last.use && whole !== undefined))
      return {
        start: Math.min(from, first.use?.start ?? from, last.use?.start ?? from),
        end: Math.max(to, first.use?.end ?? to, last.use?.end ?? to),
      };
    return { start: from, end: to };
  }

  private at(offset: number): Segment | undefined {
    const { segments } = this;
    const after = firstIndex(segments.length, (index) => (segments[index]?.at ?? 0) > offset);
    return segments[Math.max(0, after - 1)];
  }
}
