/** Measures every claim; writes docs/bench.json and docs/bench.md. See `--help`. */
import { cpus, loadavg, totalmem } from 'node:os';
import { anyPromela } from '../scripts/bench/any-promela.ts';
import { growth } from '../scripts/bench/growth.ts';
import { interactive } from '../scripts/bench/interactive.ts';
import { learn } from '../scripts/bench/learn.ts';
import { nativeSpeed } from '../scripts/bench/native-speed.ts';
import { published } from '../scripts/bench/published.ts';
import { reality } from '../scripts/bench/reality.ts';
import { type Bench, type Findings, rounded } from '../scripts/bench/report.ts';
import { earlierSections, writeBench } from '../scripts/bench/record.ts';
import { spaces } from '../scripts/bench/spaces.ts';
import { swarm } from '../scripts/bench/swarm.ts';
import { begin, makeTools, readOptions } from './command.ts';
import { UsageError } from './usage-error.ts';

const PARTS: Readonly<Record<string, (quick: boolean, measured?: string) => Promise<Findings>>> = {
  native: nativeSpeed,
  published,
  growth,
  spaces,
  swarm,
  interactive,
  reality,
  learn,
  promela: anyPromela,
};

const USAGE = `npm run -s bench -- [--only NAME] [--quick]

  --only NAME   one part alone: ${Object.keys(PARTS).join(', ')}; may be repeated
  --quick       fewer rounds and sizes
  --measured F  the folder of measured times, for reality and learn (default: $OVERTIME_MEASURED)

Results of parts that are not run stay as they are in docs/bench.json and docs/bench.md.`;

const load = (): number => rounded(loadavg()[0] ?? 0, 1);

async function main(): Promise<void> {
  const {
    only,
    quick = false,
    measured = process.env['OVERTIME_MEASURED'],
  } = readOptions(USAGE, {
    measured: { type: 'string' },
    only: { type: 'string', multiple: true },
    quick: { type: 'boolean' },
  });
  const names = Object.keys(PARTS);
  const unknown = only?.find((name) => !names.includes(name));
  if (unknown !== undefined)
    throw new UsageError(`there is no part ${unknown}; there are ${names.join(', ')}`);
  makeTools();
  const sections = new Map(earlierSections().map((section) => [section.name, section]));
  for (const [name, part] of Object.entries(PARTS)) {
    if (only && !only.includes(name)) continue;
    const [began, before] = [performance.now(), load()];
    const findings = await part(quick, measured);
    const seconds = rounded((performance.now() - began) / 1000, 1);
    sections.set(name, { name, ...findings, seconds, quick, load: [before, load()] });
    for (const { text, measured, met } of findings.targets)
      console.log(`${met ? 'met   ' : 'missed'} ${text}: ${measured}`);
    // After each part, so that a later failure loses nothing.
    const bench: Bench = {
      machine: {
        cores: cpus().length,
        memoryGB: Math.round(totalmem() / 2 ** 30),
        node: process.version,
      },
      // Measurements by other programs stay behind the parts.
      sections: [...names, ...[...sections.keys()].filter((key) => !names.includes(key))].flatMap(
        (known) => sections.get(known) ?? [],
      ),
    };
    writeBench(bench);
  }
}

begin('bench');
await main();
