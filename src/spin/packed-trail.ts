/** Stands for something other than a process: pan numbers them from 0 to 254. */
const MARK = 255;
const CYCLE = 0xffff;
const COLON = 58;
const NEWLINE = 10;
const MINUS = 45;
const ZERO = 48;

/**
 * A trail (lines `step:process:transition`) as the quick replay reads it: the lines up to the first
 * step as they are, for pan; then `#`, and three bytes for each further step, its process and its
 * transition (low byte first). A process of 255 with the transition 0xffff stands before the part that
 * repeats for ever; with 0, four bytes follow, the number of the next step, where that is not one more
 * than the last. A quarter of the text, and no numbers to be read from digits.
 */
export function packTrail(text: string): Uint8Array<ArrayBuffer> {
  const { length } = text;
  let at = 0;
  /** The next number, and the character after it skipped. */
  const number = (): number => {
    let code = text.charCodeAt(at);
    const negative = code === MINUS;
    if (negative) {
      at += 1;
      code = text.charCodeAt(at);
    }
    let value = 0;
    while (code >= ZERO && code < COLON) {
      value = value * 10 + code - ZERO;
      at += 1;
      code = text.charCodeAt(at);
    }
    at += 1;
    return negative ? -value : value;
  };
  const skipLine = (): void => {
    while (at < length && text.charCodeAt(at - 1) !== NEWLINE) at += 1;
  };
  const more = (): boolean => at < length;
  let step = -1;
  while (more() && step < 0) {
    step = number();
    skipLine();
  }
  const head = new TextEncoder().encode(`${text.slice(0, at).trimEnd()}\n#`);
  // A step takes ten bytes at most, with its mark; from the hundred thousandth on its line is longer.
  const bytes = new Uint8Array(head.length + (length - at) + (1 << 19));
  bytes.set(head);
  let end = head.length;
  const put = (process: number, transition: number): void => {
    bytes[end] = process;
    bytes[end + 1] = transition & 255;
    bytes[end + 2] = transition >> 8;
    end += 3;
  };
  while (more()) {
    const next = number();
    const process = number();
    const transition = number();
    if (text.charCodeAt(at - 1) !== NEWLINE) skipLine();
    if (next === -1) put(MARK, CYCLE);
    if (next < 0) continue;
    if (next !== step + 1) {
      put(MARK, 0);
      for (let shift = 0; shift < 32; shift += 8) bytes[end + shift / 8] = (next >>> shift) & 255;
      end += 4;
    }
    step = next;
    put(process, transition);
  }
  return bytes.slice(0, end);
}
