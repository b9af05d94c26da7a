import { firstIndex } from '../base/search.ts';
import type { Span } from '../base/span.ts';

/** A piece of expanded text and its origin. */
interface Segment {
  /** Offset in the expanded text. */
  readonly at: number;
  readonly start: number;
  readonly end: number;
  /** Same characters; otherwise the whole piece stands for `start` to `end`. */
  readonly exact: boolean;
  /** The macro use that produced the piece. */
  readonly use: Span | undefined;
}

/** Builds a text from pieces of another, and maps back. */
export class MappedText {
  readonly #pieces: string[] = [];
  readonly #segments: Segment[] = [];
  #length = 0;

  /** The text stands for `start..end` of the source; `exact` for the same characters. */
  add(text: string, start: number, end: number, exact: boolean, use?: Span): void {
    if (text === '') return;
    this.#segments.push({ at: this.#length, start, end, exact, use });
    this.#pieces.push(text);
    this.#length += text.length;
  }

  get text(): string {
    return this.#pieces.join('');
  }

  /** Equal for the same text from the same pieces. */
  get key(): string {
    const pieces = this.#segments.map(
      ({ at, start, end, use }) => `${at} ${start} ${end} ${use?.start ?? ''}`,
    );
    return `${pieces.join(',')}\n${this.text}`;
  }

  /** A range's place in the source; one that mixes a macro's body and arguments gives the macro's
   * use. */
  span(start: number, end: number): Span {
    const first = this.#at(start);
    const last = this.#at(Math.max(start, end - 1));
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

  #at(offset: number): Segment | undefined {
    const segments = this.#segments;
    const after = firstIndex(segments.length, (index) => (segments[index]?.at ?? 0) > offset);
    return segments[Math.max(0, after - 1)];
  }
}
