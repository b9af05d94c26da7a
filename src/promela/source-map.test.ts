import { describe, expect, it } from 'vitest';
import type { Block, Kernel } from '../kernel/ir.ts';
import { exampleText, kernelOf, modelOf } from '../testing/engine.ts';
import type { Level, LineSource, Model, SemanticsId } from './index.ts';

/** Source texts of the nodes of a kernel, by kind. */
function sourcesIn(
  kernel: Kernel,
  text: string,
): Record<'work' | 'barrier' | 'other', Set<string>> {
  const found = { work: new Set<string>(), barrier: new Set<string>(), other: new Set<string>() };
  const visit = (block: Block): void => {
    for (const node of block) {
      const source = text.slice(node.span.start, node.span.end);
      if (node.kind === 'work' || node.kind === 'barrier') found[node.kind].add(source);
      else found.other.add(source);
      if (node.kind === 'loop') visit(node.body);
      if (node.kind === 'branch') {
        visit(node.then);
        visit(node.otherwise);
      }
    }
  };
  visit(kernel.body);
  return found;
}

/** The lines of the model's text, each with its source. */
const linesOf = (model: Model): { line: string; source: LineSource }[] => {
  const lines = model.text.split('\n');
  expect(lines.pop()).toBe('');
  expect(model.sources).toHaveLength(lines.length);
  return lines.map((line, index) => ({ line, source: model.sources[index] ?? {} }));
};

const examples = ['abstract', 'sum', 'stencil', 'scan', 'max', 'divergent', 'matmul', 'histogram'];
const levels: Level[] = ['baton', 'free'];
const cases: [string, SemanticsId, Level][] = [
  ...examples.flatMap((name) =>
    levels.map((level): [string, SemanticsId, Level] => [name, 'opencl', level]),
  ),
  ['abstract', 'published', 'baton'],
  ['abstract', 'published', 'free'],
];

describe.each(cases)('the source map of %s, %s semantics, level %s', (name, semantics, level) => {
  const text = exampleText(name);
  const kernel = kernelOf(text);
  const lines = linesOf(modelOf(kernel, semantics, level));
  const sources = sourcesIn(kernel, text);
  const textOf = ({ kernel: span }: LineSource): string | undefined =>
    span && text.slice(span.start, span.end);

  it('names the process of every line of one', () => {
    let inside: string | undefined;
    const processes = lines.map(({ line }) => {
      inside = /^(?:active )?proctype (\w+)/.exec(line)?.[1] ?? inside;
      const current = inside;
      if (line === '}') inside = undefined;
      return line === '' ? undefined : current;
    });
    const mapped = lines.map(({ line, source }) => (line === '' ? undefined : source.process));
    expect(mapped).toEqual(processes);
  });

  it('leads from waiting lines to a statement that costs', () => {
    const waits = lines.filter(({ line }) => line.includes('printf("@work'));
    expect(waits.length).toBeGreaterThan(0);
    for (const { source } of waits) expect(sources.work).toContain(textOf(source));
  });

  it('leads from arrivals to a barrier', () => {
    const arrivals = lines.filter(
      ({ line, source }) => source.process === 'pex' && line.includes('pex_b ! done'),
    );
    expect(new Set(arrivals.map(({ source }) => textOf(source)))).toEqual(sources.barrier);
  });

  it('leads from the choice of a parameter to its pragma', () => {
    for (const { name: parameter } of kernel.parameters) {
      const chosen = lines.filter(
        ({ line, source }) =>
          source.process === 'main' && source.kernel && line.includes(`${parameter} =`),
      );
      expect(chosen.length).toBeGreaterThan(0);
      for (const { source } of chosen) expect(textOf(source)).toContain(`param ${parameter} =`);
    }
  });

  it('leads nowhere else, and from every line of an element that models the kernel', () => {
    const places = new Set([...sources.work, ...sources.barrier, ...sources.other]);
    for (const { line, source } of lines) {
      const place = textOf(source);
      if (place === undefined) continue;
      if (source.process === 'pex') expect(places, line).toContain(place);
      else expect(source.process, line).toBe('main');
    }
    // All that an element does between its orders is the kernel's.
    const own = /wake = .*[+*]|_ticks = |@work|meets = |pex_b !|agreed/;
    const declaration = /^\s*(int|byte|chan) /;
    for (const { line, source } of lines) {
      if (source.process !== 'pex' || declaration.test(line) || !own.test(line)) continue;
      expect(source.kernel, line).toBeDefined();
    }
  });
});
