/** Marks a non-process: pan numbers processes 0 to 254. */
const MARK = 255;
const CYCLE = 0xffff;
/** The process of a never claim. */
const CLAIM = 0;
const HASH = 35;
const COLON = 58;
const NEWLINE = 10;
const MINUS = 45;
const ZERO = 48;

/** A trail packed (see `packTrail`). */
export type PackedTrail = Uint8Array<ArrayBuffer>;

/** A trail written by our verifier, already packed (see `verifierUnit`). */
export const packedTrail = (file: Uint8Array): PackedTrail =>
  file.includes(HASH) ? file.slice() : packTrail(file);

/**
 * A trail (lines `step:process:transition`) as the quick replay reads it: the lines up to the first
 * step as they are, for pan; then `#`, and three bytes for each further step, its process and its
 * transition (low byte first). A process of 255 with the transition 0xffff stands before the part that
 * repeats for ever; with 0, four bytes follow, the number of the next step, where that is not one more
 * than the last. A quarter of the text, and no numbers to be read from digits.
 */
export function packTrail(trail: string | Uint8Array): PackedTrail {
  const from = typeof trail === 'string' ? new TextEncoder().encode(trail) : trail;
  const { length } = from;
  let at = 0;
  /** The next number, and the character after it skipped. */
  const number = (): number => {
    let code = from[at] ?? 0;
    const negative = code === MINUS;
    if (negative) {
      at += 1;
      code = from[at] ?? 0;
    }
    let value = 0;
    while (code >= ZERO && code < COLON) {
      value = value * 10 + code - ZERO;
      at += 1;
      code = from[at] ?? 0;
    }
    at += 1;
    return negative ? -value : value;
  };
  const skipLine = (): void => {
    while (at < length && from[at - 1] !== NEWLINE) at += 1;
  };
  const more = (): boolean => at < length;
  let step = -1;
  while (more() && step < 0) {
    step = number();
    skipLine();
  }
  const first = new TextDecoder().decode(from.subarray(0, at));
  const head = new TextEncoder().encode(`${first.trimEnd()}\n#`);
  let bytes = new Uint8Array(head.length + Math.ceil((length - at) / 3) + 64);
  bytes.set(head);
  let end = head.length;
  const put = (process: number, transition: number): void => {
    bytes[end] = process;
    bytes[end + 1] = transition & 255;
    bytes[end + 2] = transition >> 8;
    end += 3;
  };
  while (more()) {
    // A step takes at most ten bytes, with its mark.
    if (end + 16 > bytes.length) {
      const longer = new Uint8Array(2 * bytes.length);
      longer.set(bytes);
      bytes = longer;
    }
    const next = number();
    const process = number();
    const transition = number();
    if (from[at - 1] !== NEWLINE) skipLine();
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

/** Calls back with each step and its first byte (0 for the first, with its head); -1 for all three
 * at the cycle's start. */
export function eachStep(
  packed: PackedTrail,
  tell: (step: number, process: number, transition: number, at: number) => void,
): void {
  const head = headOf(packed);
  // An error of the first state has an empty trail.
  const first = head.trimEnd().split('\n').at(-1) || '-1';
  const [step = -1, process = -1, transition = -1] = first.split(':').map(Number);
  let now = step;
  if (now >= 0) tell(now, process, transition, 0);
  /** Where the marks before a step begin. */
  let from = head.length + 1;
  for (let at = head.length + 1; at < packed.length; at += 3) {
    const by = packed[at] ?? 0;
    const id = (packed[at + 1] ?? 0) + 256 * (packed[at + 2] ?? 0);
    if (by !== MARK) {
      tell((now += 1), by, id, from);
      from = at + 3;
    } else if (id === CYCLE) {
      tell(-1, -1, -1, from);
      from = at + 3;
    } else if (at + 7 > packed.length) {
      break; // cut off by whatever ended the verifier
    } else {
      now = new DataView(packed.buffer, packed.byteOffset).getUint32(at + 3, true) - 1;
      at += 4;
    }
  }
}

/** The trail up to and including a step; at least one. */
export function trailUpTo(packed: PackedTrail, last: number): PackedTrail {
  let end = packed.length;
  eachStep(packed, (step, _process, _transition, at) => {
    if (step > last && at > 0) end = Math.min(end, at);
  });
  return packed.slice(0, end);
}

/** Drops SPIN's stray step behind the claim's last one, which may name any process. The claim and the
 * program take turns, so that two steps of the claim have a number between them. */
export function trailOfClaim(packed: PackedTrail): PackedTrail {
  let end = packed.length;
  let claims = Number.NaN;
  eachStep(packed, (step, process, _transition, at) => {
    if (step < 0) return;
    const isClaims = process === CLAIM && step !== claims + 1;
    if (!isClaims && !Number.isNaN(claims)) end = Math.min(end, at);
    else if (isClaims) end = packed.length;
    claims = isClaims ? step : Number.NaN;
  });
  return packed.slice(0, end);
}

/** Number of steps. */
export function stepsOf(packed: PackedTrail): number {
  let steps = 0;
  eachStep(packed, (step) => {
    if (step >= 0) steps += 1;
  });
  return steps;
}

/** The text of a packed trail. */
export function unpackTrail(packed: PackedTrail): string {
  const head = headOf(packed).trimEnd().split('\n').slice(0, -1);
  const last = headOf(packed).trimEnd().split('\n').at(-1) ?? '';
  // Where there is no step at all.
  if (last.startsWith('-')) head.push(last);
  const pieces: string[] = [];
  let piece = head.map((line) => `${line}\n`).join('');
  eachStep(packed, (step, process, transition) => {
    piece += `${step}:${process}:${transition}\n`;
    if (piece.length < 1 << 20) return;
    pieces.push(piece);
    piece = '';
  });
  return pieces.join('') + piece;
}

/** The lines that stand as they are; ASCII. */
const headOf = (packed: PackedTrail): string =>
  new TextDecoder().decode(packed.subarray(0, packed.indexOf(HASH)));
