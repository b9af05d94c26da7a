/** Printed numbers, one row per line. */
export interface PrintedColumns {
  readonly names: readonly string[];
  readonly rows: number;
  /** Row by row, as many as there are names. */
  readonly values: BigInt64Array<ArrayBuffer>;
}

const FIRST_ROOM = 1024;
/** Numbers of so many characters are exact as doubles. */
const EXACT = 15;
const [BLANK, EQUALS] = [32, 61];

/** Reads lines `WORD name=number ...` into columns; there may be a million. */
export class ColumnReader {
  readonly #word: string;
  #names: string[] = [];
  #values = new BigInt64Array(FIRST_ROOM);
  #used = 0;

  constructor(word: string) {
    this.#word = word;
  }

  get rows(): number {
    return this.#names.length === 0 ? 0 : this.#used / this.#names.length;
  }

  /** True if the line was consumed.
   * @throws {Error} if it is malformed or has other names than before. */
  read(line: string): boolean {
    const { length } = this.#word;
    if (!line.startsWith(this.#word) || line.charCodeAt(length) !== BLANK) return false;
    if (this.#names.length === 0) this.#names = namesIn(line.slice(length + 1));
    if (this.#used + this.#names.length > this.#values.length) this.#grow();
    let at = length;
    for (const name of this.#names) {
      at += 1; // the blank
      if (!line.startsWith(name, at) || line.charCodeAt(at + name.length) !== EQUALS) {
        throw new Error(`a line of output has no ${name} where it is expected: ${line}`);
      }
      const from = at + name.length + 1;
      const blank = line.indexOf(' ', from);
      at = blank < 0 ? line.length : blank;
      this.#values[this.#used] = numberIn(line.slice(from, at), line);
      this.#used += 1;
    }
    if (at !== line.length) throw new Error(`a line of output is longer than expected: ${line}`);
    return true;
  }

  columns(): PrintedColumns {
    return { names: this.#names, rows: this.rows, values: this.#values.slice(0, this.#used) };
  }

  #grow(): void {
    const room = new BigInt64Array(2 * this.#values.length);
    room.set(this.#values);
    this.#values = room;
  }
}

const namesIn = (text: string): string[] => text.split(' ').map((word) => word.split('=')[0] ?? '');

function numberIn(text: string, line: string): bigint {
  if (!/^-?\d+$/.test(text)) throw new Error(`a line of output has no number in ${text}: ${line}`);
  return text.length <= EXACT ? BigInt(Number(text)) : BigInt(text);
}
