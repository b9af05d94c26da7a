import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { OWN_MODELS } from '../src/testing/conformance/own-models.ts';
import { runCommand } from '../src/testing/commands.ts';

const [, ...PARTS] = readFileSync(
  new URL('../docs/spin-options.md', import.meta.url),
  'utf8',
).split(/^## .*$/m);
const [ofSpin = [], ofPan = [], directives = []] = PARTS.map((part) =>
  [...part.matchAll(/^\| `([^`]+)` \| (\w+) \| (.*) \|$/gm)].map(
    ([, option = '', here = '', how = '']) => ({ option, here, how }),
  ),
);
const all = [...ofSpin, ...ofPan, ...directives];

describe('the table of options of SPIN', () => {
  it('says of each what is done, and of none twice', () => {
    expect(all.filter(({ here }) => !/^(?:offered|implied|refused)$/.test(here))).toEqual([]);
    expect(all.filter(({ how }) => how === '')).toEqual([]);
    for (const part of [ofSpin, ofPan, directives])
      expect(new Set(part.map(({ option }) => option)).size).toBe(part.length);
  });

  it('has every option that native SPIN lists', () => {
    const { stdout, stderr } = spawnSync('spin', ['--help'], { encoding: 'utf8' });
    const listed = [...`${stdout}${stderr}`.matchAll(/^\t(-\w+)/gm)].map(([, word = '']) => word);
    expect(listed.length).toBeGreaterThan(40);
    // `-nN`, `-Dyyy`: a letter and what stands for its value.
    const isThere = (word: string): boolean =>
      ofSpin.some(({ option }) => option === word || option === word.slice(0, 2));
    expect(listed.filter((word) => !isThere(word))).toEqual([]);
  });

  it('names words that the commands have', () => {
    const help = ['verify', 'tune']
      .map((name) => runCommand(name as 'verify', ['--promela', 'x', '--help']).stdout)
      .join('\n');
    const words = all
      .filter(({ here }) => here === 'offered')
      .flatMap(({ how }) => how.match(/--?[a-zA-Z][\w-]*/g) ?? [])
      .filter((word) => !word.startsWith('-E'));
    expect(words.length).toBeGreaterThan(30);
    expect([...new Set(words)].filter((word) => !help.includes(word))).toEqual([]);
  });

  it('rests on models that are compared with native SPIN by the same directives and options', () => {
    const lines = OWN_MODELS.flatMap(({ searches }) => searches);
    const compared = new Set(
      lines.flatMap(({ defines, pan }) => [...defines.map((each) => `-D${each}`), ...pan]),
    );
    const isCompared = (option: string): boolean =>
      [...compared].some((word) => word.replace(/\d+$/, '') === option || word === option);
    // A swarm's are random; the others are no part of a search.
    const others = /^-(?:Q|r|RS|DMEMLIM|DP_RAND|DT_RAND|DT_REVERSE)$/;
    const offered = [...ofPan, ...directives]
      .filter(({ here, option }) => here === 'offered' && !others.test(option))
      .map(({ option }) => option);
    expect(offered.filter((option) => !isCompared(option))).toEqual([]);
  });
});
