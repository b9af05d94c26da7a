import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exampleText } from '../../testing/engine.ts';
import { firstSettings } from '../kept/settings.ts';
import { fileStem, MOST_FILE_BYTES, projectText, readKernelFile } from './kernel-file.ts';

const usual = firstSettings(exampleText);
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const read = (name: string, content: string | Uint8Array) =>
  readKernelFile(name, typeof content === 'string' ? bytes(content) : content, usual);
const message = (name: string, content: string | Uint8Array): string => {
  const result = read(name, content);
  return result.ok ? 'opened' : result.message;
};

describe('a file that is opened', () => {
  it('is a kernel as text, whatever ends its lines and however it is encoded', () => {
    const text = '__kernel void k() {}\n// é\n';
    expect(read('k.cl', text)).toEqual({
      ok: true,
      content: { kind: 'kernel', text, crlf: false },
    });
    const windows = text.replaceAll('\n', '\r\n');
    const utf16 = new Uint8Array([
      0xff,
      0xfe,
      ...new Uint8Array(Uint16Array.from([...windows], (c) => c.charCodeAt(0)).buffer),
    ]);
    for (const content of [windows, `\ufeff${windows}`, utf16])
      expect(read('k.cl', content)).toEqual({
        ok: true,
        content: { kind: 'kernel', text, crlf: true },
      });
    expect(read('old.cl', text.replaceAll('\n', '\r'))).toMatchObject({ content: { text } });
  });

  it('is a Python script, whose kernels keep their lines', () => {
    const script = `import cupy\nf = cupy.RawKernel(r'''\n__global__ void f() {}\n''', 'f')\n`;
    expect(read('f.py', script)).toMatchObject({
      ok: true,
      content: {
        name: 'f.cu',
        text: expect.stringMatching(/^ *\n *\n__global__ void f\(\) \{\}\n *\n$/),
      },
    });
    expect(message('g.py', 'def f(x): pass')).toMatch(/^It has no kernel/);
  });

  it('is refused in plain words where it is none', () => {
    expect(message('k.cl', '')).toBe('It is empty.');
    expect(message('k.cl', ' \n\t')).toMatch(/^It holds nothing but blanks/);
    expect(message('k.cl', new Uint8Array([1, 0, 2]))).toMatch(/^It is no text/);
    expect(message('k.cl', new Uint8Array([0x6b, 0xe9, 0x6b]))).toMatch(/Save it as UTF-8\.$/);
    expect(message('k.cl', new Uint8Array(MOST_FILE_BYTES + 1).fill(32))).toMatch(/more than 5 MB/);
    expect(message('times.json', '{"a": 1}')).toBe('It is no kernel, and no project of Overtime.');
    expect(message('k.txt', '[1, 2]')).toBe('It is no kernel, and no project of Overtime.');
    expect(message('k.overtime.json', '{"format": "overtime project"')).toMatch(/ends early/);
    expect(message('k.overtime.json', '{}')).toMatch(/it has no kernel/);
    expect(
      message('k.overtime.json', '{"format":"overtime project","version":1,"kernel":7}'),
    ).toMatch(/it has no kernel/);
    expect(
      message('k.overtime.json', '{"format":"overtime project","version":2,"kernel":""}'),
    ).toMatch(/later version/);
  });

  it('is a project with its settings, each by itself', () => {
    const settings = { ...usual, kernelText: 'a\nb', method: 'sweep', live: true } as const;
    const text = projectText(settings);
    const { live: _, ...rest } = settings;
    expect(read('any.json', text)).toEqual({
      ok: true,
      content: { kind: 'project', text: 'a\nb', crlf: false, settings: rest },
    });
    const broken = text.replace('"sweep"', '"magic"').replace(/"GMT": "\d+"/, '"GMT": null');
    expect(read('k.overtime.json', broken)).toMatchObject({
      content: {
        note: 'These settings in it could not be read and are as usual: method, GMT.',
        settings: { ...rest, method: usual.method },
      },
    });
  });

  it('may be anything', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.boolean(), (content, isProject) => {
        const result = read(isProject ? 'k.overtime.json' : 'k.cl', content);
        expect(typeof (result.ok ? result.content.text : result.message)).toBe('string');
      }),
    );
  });
});

it('a file is named so that every system has it', () => {
  expect(fileStem('Abstract kernel, edited (2)')).toBe('Abstract_kernel_edited_2');
  expect(fileStem('../../etc/passwd')).toBe('etc_passwd');
  expect(fileStem('saxpy.overtime.json')).toBe('saxpy');
  expect(fileStem('???')).toBe('kernel');
});
