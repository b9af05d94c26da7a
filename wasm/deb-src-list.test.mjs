import { describe, expect, it } from 'vitest';
import { debSrcLines, debSrcStanzas } from './deb-src-list.mjs';

describe('sources of source packages', () => {
  it('come from one-line lists, with their options', () => {
    const list = [
      '# deb http://example.org/off stable main',
      'deb [signed-by=/usr/share/keyrings/k.gpg arch=amd64] http://example.org/debian stable main',
      'deb-src http://example.org/debian stable main',
      '  deb http://example.org/updates stable-updates main contrib # a remark',
      '',
    ].join('\n');
    expect(debSrcLines(list)).toBe(
      [
        'deb-src [signed-by=/usr/share/keyrings/k.gpg arch=amd64] http://example.org/debian stable main',
        'deb-src http://example.org/updates stable-updates main contrib # a remark',
        '',
      ].join('\n'),
    );
  });

  it('come from deb822 stanzas that are enabled and list binary packages', () => {
    const text = [
      '# A remark\nTypes: deb\n# another\nURIs: http://example.org/debian\nSuites: a b\nComponents: main',
      'Types: deb deb-src\nURIs: http://example.org/both\nSuites: a\nComponents: main',
      'Types: deb-src\nURIs: http://example.org/source\nSuites: a\nComponents: main',
      'Enabled: no\nTypes: deb\nURIs: http://example.org/off\nSuites: a\nComponents: main',
    ].join('\n\n');
    expect(debSrcStanzas(`${text}\n`)).toBe(
      [
        'Types: deb-src\nURIs: http://example.org/debian\nSuites: a b\nComponents: main',
        'Types: deb-src\nURIs: http://example.org/both\nSuites: a\nComponents: main',
        '',
      ].join('\n\n'),
    );
  });
});
