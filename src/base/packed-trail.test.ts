import fc from 'fast-check';
import { expect, it } from 'vitest';
import { packTrail, stepsOf, trailOfClaim, trailUpTo, unpackTrail } from './packed-trail.ts';

/** A packed trail as the verifier reads it. */
function unpacked(bytes: Uint8Array): { readonly head: string; readonly lines: readonly string[] } {
  const hash = bytes.indexOf(35);
  const head = new TextDecoder().decode(bytes.subarray(0, hash));
  let step = Number.parseInt(head.trimEnd().split('\n').at(-1) ?? '', 10);
  const lines: string[] = [];
  for (let at = hash + 1; at < bytes.length; at += 3) {
    const pid = bytes[at] ?? 0;
    const transition = (bytes[at + 1] ?? 0) + 256 * (bytes[at + 2] ?? 0);
    if (pid === 255 && transition === 0) {
      step = new DataView(bytes.buffer).getUint32(at + 3, true) - 1;
      at += 4;
    } else if (pid === 255) lines.push('-1:-1:-1');
    else {
      step += 1;
      lines.push(`${step}:${pid}:${transition}`);
    }
  }
  return { head, lines };
}

it('holds every step, and where a cycle begins', () => {
  const line = fc.oneof(
    { weight: 9, arbitrary: fc.tuple(fc.nat(3), fc.nat(254), fc.nat(65535)) },
    { weight: 1, arbitrary: fc.constant(undefined) },
  );
  fc.assert(
    fc.property(fc.array(line), (rows) => {
      let step = 1;
      const lines = rows.map((row) => {
        if (!row) return '-1:-1:-1';
        const [gap, pid, transition] = row;
        step += gap;
        return `${step}:${pid}:${transition}`;
      });
      const text = ['-2:3:-2', '-4:-4:-4', '1:0:7', ...lines, ''].join('\n');
      const packed = packTrail(text);
      expect(unpacked(packed)).toEqual({ head: '-2:3:-2\n-4:-4:-4\n1:0:7\n', lines });
      expect(packTrail(new TextEncoder().encode(text))).toEqual(packed);
      expect(unpackTrail(packed)).toBe(text);
    }),
  );
});

it('ends with the claim that ended it', () => {
  const trail = '-4:-4:-4\n1:0:7\n2:1:300\n3:0:9\n';
  expect(unpackTrail(trailOfClaim(packTrail(trail)))).toBe(trail);
  expect(unpackTrail(trailOfClaim(packTrail(`${trail}4:1:5\n`)))).toBe(trail);
  expect(unpackTrail(trailOfClaim(packTrail(`${trail}6:1:5\n`)))).toBe(trail);
  expect(unpackTrail(trailOfClaim(packTrail(`${trail}4:0:10\n`)))).toBe(trail);
});

it('ends where it is told to', () => {
  const trail = '-4:-4:-4\n1:0:7\n2:1:300\n3:2:9\n4:0:1\n';
  expect(unpackTrail(trailUpTo(packTrail(trail), 2))).toBe('-4:-4:-4\n1:0:7\n2:1:300\n');
  expect(unpackTrail(trailUpTo(packTrail(trail), 9))).toBe(trail);
  expect(unpackTrail(trailUpTo(packTrail(trail), 0))).toBe('-4:-4:-4\n1:0:7\n');
  const gaps = packTrail('3:0:7\n5:1:300\n6:2:9\n900:0:1\n901:2:2\n');
  expect(unpackTrail(trailUpTo(gaps, 4))).toBe('3:0:7\n');
  expect(unpackTrail(trailUpTo(gaps, 800))).toBe('3:0:7\n5:1:300\n6:2:9\n');
  expect(unpackTrail(trailUpTo(gaps, 900))).toBe('3:0:7\n5:1:300\n6:2:9\n900:0:1\n');
});

it('has no step of an error that stands in the first state', () => {
  const packed = packTrail('');
  expect([stepsOf(packed), unpackTrail(packed)]).toEqual([0, '']);
});
