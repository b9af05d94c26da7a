import { deflateSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { lessonFragment } from '../lessons/link.ts';
import { firstSettings } from '../session/kept/settings.ts';
import { fragmentOf } from '../session/portable/link.ts';
import { portableOf } from '../session/portable/portable.ts';
import { exampleText } from '../testing/engine.ts';
import {
  CROWDED_LESSON,
  largeGzip,
  largeZip,
  lyingZip,
  MANY_BRACKETS,
} from '../testing/hostile.ts';
import { createReaders } from './readers.ts';

const readers = createReaders(exampleText);
const usual = firstSettings(exampleText);

/** Milliseconds of the processor. */
async function cost<T>(work: () => Promise<T>): Promise<{ value: T; took: number }> {
  const before = process.cpuUsage();
  const value = await work();
  const { user, system } = process.cpuUsage(before);
  return { value, took: (user + system) / 1000 };
}

describe('what was made to hold the page up', () => {
  it('is a lesson of few letters', async () => {
    const link = lessonFragment(CROWDED_LESSON) ?? '';
    expect(link.length).toBeLessThan(300);
    const { value, took } = await cost(() => readers.lesson(link));
    expect(value).toMatchObject({ ok: false, problems: [{ line: 11 }] });
    expect(took).toBeLessThan(3000);
  });

  it('is an archive that unpacks to a thousand times as much', async () => {
    for (const packed of [largeZip(), largeGzip()]) {
      const { value, took } = await cost(() => readers.bundle(new Blob([packed])));
      expect('message' in value && value.message).toMatch(/more than 256 MB of reports/);
      expect(took).toBeLessThan(3000);
    }
  });

  it('is an archive that says it unpacks to little', async () => {
    expect(await readers.bundle(new Blob([lyingZip()]))).toMatchObject({ ok: false });
  });

  it('is a link with brackets', async () => {
    const settings = { ...usual, kernelText: MANY_BRACKETS };
    const link = fragmentOf(portableOf(settings, {}, exampleText)) ?? '';
    expect(link.length).toBeLessThan(300);
    expect(await readers.link(link)).toMatchObject({
      ok: false,
      message: expect.stringMatching(/^Its text has brackets inside of each other/),
    });
  });

  it('is a link that unpacks to more than a link may hold', async () => {
    const letters = Buffer.from(deflateSync(new Uint8Array(2 ** 24), { level: 9 }));
    expect(await readers.link(`#o=1.${letters.toString('base64url')}`)).toMatchObject({
      ok: false,
    });
  });
});

describe('a file', () => {
  const file = (name: string, text: string) => new File([text], name);

  it('is what it holds, whatever its name', async () => {
    const kernel = await readers.text(file('k.cl', '__kernel void k() {}'), usual);
    expect(kernel).toMatchObject({ kind: 'kernel', content: { text: '__kernel void k() {}' } });
    const t1 = '{"ConfigurationSpace": {}}';
    expect(await readers.text(file('a.json', t1), usual)).toMatchObject({ kind: 'space' });
    const workbench = '{"format": "overtime workbench"}';
    expect(await readers.text(file('b.json', workbench), usual)).toMatchObject({
      kind: 'workbench',
    });
    expect(await readers.text(file('c.json', '[1]'), usual)).toMatchObject({ ok: false });
  });

  it('is refused where it is too large or too deep', async () => {
    const large = await readers.text(file('k.cl', ' '.repeat(5_000_001)), usual);
    expect(large).toMatchObject({ message: expect.stringMatching(/more than 5 MB/) });
    const deep = await readers.text(file('k.cl', '('.repeat(3000)), usual);
    expect(deep).toMatchObject({ message: expect.stringMatching(/brackets inside/) });
    const model = await readers.models([file('m.pml', `init { ${'{'.repeat(3000)} }`)]);
    expect(model).toMatchObject({ message: expect.stringMatching(/brackets inside/) });
  });
});
