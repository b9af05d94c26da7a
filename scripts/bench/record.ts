import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import { type Bench, benchSchema, markdown, type Section } from './report.ts';

const docs = (name: string): string =>
  fileURLToPath(new URL(`../../docs/${name}`, import.meta.url));

/** What was measured until now. @throws {Error} where there is none that can be read. */
const readBench = (): Bench =>
  v.parse(benchSchema, JSON.parse(readFileSync(docs('bench.json'), 'utf8')));

/** What earlier runs found; nothing where there is none that can be read. */
export function earlierSections(): readonly Section[] {
  try {
    return readBench().sections;
  } catch {
    return [];
  }
}

/** Writes what has been measured, as data and as a page. */
export function writeBench(bench: Bench): void {
  writeFileSync(docs('bench.json'), `${JSON.stringify(bench, null, 1)}\n`);
  writeFileSync(docs('bench.md'), markdown(bench));
}

/** Puts one section in the place of an earlier one, or behind all. */
export function recordSection(section: Section): void {
  const { machine, sections } = readBench();
  const isKnown = sections.some(({ name }) => name === section.name);
  const changed = sections.map((one) => (one.name === section.name ? section : one));
  writeBench({ machine, sections: isKnown ? changed : [...sections, section] });
}
