import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import { type Bench, benchSchema, markdown, type Section } from './report.ts';

const docs = (name: string): string =>
  fileURLToPath(new URL(`../../docs/${name}`, import.meta.url));

/** The measurements so far. @throws {Error} where none can be read. */
const readBench = (): Bench =>
  v.parse(benchSchema, JSON.parse(readFileSync(docs('bench.json'), 'utf8')));

/** Earlier runs' findings, or none if unreadable. */
export function earlierSections(): readonly Section[] {
  try {
    return readBench().sections;
  } catch {
    return [];
  }
}

/** Writes the measurements, as data and as a page. */
export function writeBench(bench: Bench): void {
  writeFileSync(docs('bench.json'), `${JSON.stringify(bench, null, 1)}\n`);
  writeFileSync(docs('bench.md'), markdown(bench));
}

/** Replaces an earlier section, or adds it at the end. */
export function recordSection(section: Section): void {
  const { machine, sections } = readBench();
  const isKnown = sections.some(({ name }) => name === section.name);
  const changed = sections.map((one) => (one.name === section.name ? section : one));
  writeBench({ machine, sections: isKnown ? changed : [...sections, section] });
}
