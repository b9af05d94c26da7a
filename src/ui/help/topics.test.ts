import { expect, test } from 'vitest';
import { guideTopics, TOPICS, topicsFor } from './topics.ts';

test('every topic has a name of its own, a title and words', () => {
  const ids = TOPICS.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(TOPICS.filter(({ text }) => text.length === 0 || text.includes(''))).toEqual([]);
});

test('what the page links to is there', () => {
  const ids = new Set(TOPICS.map(({ id }) => id));
  for (const id of ['tick', 'proved', 'deadlock', 'wrong', 'pragma-param', 'method', 'level', 'nd'])
    expect(ids).toContain(id);
});

test('every pragma has an example that can be put in as it is', () => {
  const lines = TOPICS.flatMap(({ insert }) => insert ?? []);
  expect(lines).toContain('#pragma tuner param WG = pow2(4, size/2)');
  expect(lines).toContain('#pragma tuner assume taken');
  expect(lines.filter((line) => /[${}|]/.test(line))).toEqual([]);
});

test('a search finds titles before texts, and needs all of its words', () => {
  expect(topicsFor('proved')[0]?.id).toBe('proved');
  expect(topicsFor('get_global_id')[0]?.title).toBe('get_global_id');
  expect(topicsFor('over-time property').some(({ id }) => id === 'question')).toBe(true);
  expect(topicsFor('no such words anywhere')).toEqual([]);
  expect(topicsFor('').some(({ group }) => group === 'Built-in functions')).toBe(false);
});

test('the guide is read by what its paragraphs begin with', () => {
  const text =
    '# A\n\n**One.** First.\n\nMore.\n\n- a\n- b\n\n| a | b |\n\n## B\n\n**Two** means more.';
  expect(guideTopics(text)).toEqual([
    { id: 'guide-one', group: 'A', title: 'One', text: ['First.', 'More.', '• a', '• b'] },
    { id: 'guide-two', group: 'B', title: 'Two', text: ['Two means more.'] },
  ]);
});
