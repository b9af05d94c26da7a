import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readFileSync } from 'node:fs';
import { packTrail } from '../base/packed-trail.ts';
import { createNodeToolchain } from '../spin/node-toolchain.ts';
import { parseSimulatorSteps } from '../spin/simulator-steps.ts';
import { parseVerifierSteps } from '../spin/verifier-steps.ts';
import type { Toolchain } from '../spin/toolchain.ts';
import { printNatively } from '../testing/native-verifier.ts';
import { readAutomata } from './automaton.ts';
import { ModelTrace } from './model-trace.ts';

const model = (name: string): string =>
  readFileSync(new URL(`../testing/promela/${name}.pml`, import.meta.url), 'utf8');

/** What none of the models has: processes that end and begin, structures, sorted channels, polls, `d_step`. */
const MIXED = `typedef Pair { byte a; byte b[2] }
chan done = [1] of { byte };
Pair pair;
byte n;
proctype W(byte me; chan c) {
  byte own[2];
  d_step { own[0] = me; own[1] = own[0] * 2; n = n + own[1] };
  printf("worker %d\\n", me);
  c!me
}
init {
  byte r; chan mine = [3] of { byte, short };
  run W(1, done);
  done?r;
  mine!3,4; mine!!1,9; mine??[1,9]; mine??1,pair.b[1];
  run W(2, done);
  if :: r == 1 -> done?r :: r == 1 -> done?<r> fi;
  assert(n != 6)
}
`;

/** Each with how pan finds its error. */
const ROWS = [
  { name: 'peterson', defines: '', args: '-a -N served' },
  { name: 'lights', defines: '', args: '-a -N served' },
  { name: 'spinlock', defines: '-DNP', args: '-l' },
  { name: 'mixed', defines: '', args: '' },
];

/** The words of a trail; of `-w` the simulator tells all values. */
const FOLLOW = 'spin -t -v -p -g -l -s -r -T -w model.pml';

interface Edge {
  readonly from: number;
  readonly to: number;
  readonly statement: string;
}

/** An automaton without the numbers of its states, of which pan has some more: a state is what can be done in it.
 * pan keeps some moves that no statement belongs to. */
function shape(edges: readonly Edge[]): ReadonlySet<string> {
  const isMove = ({ statement }: Edge): boolean => /^(?:goto |break$|\.\(goto\)$)/.test(statement);
  const settle = (state: number): number => {
    const from = edges.filter((edge) => edge.from === state);
    const [only] = from;
    return only && from.length === 1 && isMove(only) ? settle(only.to) : state;
  };
  const done = edges.filter((edge) => !isMove(edge));
  const signature = (state: number): string =>
    done
      .filter(({ from }) => from === settle(state))
      .map(({ statement }) => statement)
      .toSorted()
      .join(' | ');
  return new Set(
    done.map(({ from, to, statement }) => `${signature(from)} -- ${statement} -> ${signature(to)}`),
  );
}

let toolchain: Toolchain;
beforeAll(async () => {
  toolchain = await createNodeToolchain();
});
afterAll(() => toolchain.dispose());

/** The text as SPIN is to read it, without lines of the preprocessor. */
const textOf = async (name: string): Promise<string> => {
  const text = name === 'mixed' ? MIXED : model(name);
  return /^#/m.test(text) ? toolchain.preprocess({ model: text }) : text;
};

describe('runs of any model', { timeout: 120_000 }, () => {
  it.each(ROWS)('follows a trail of $name as native SPIN does', async ({ name, defines, args }) => {
    const text = await textOf(name);
    const [, , , trail = '', told = ''] = printNatively({ 'model.pml': text }, [
      'spin -a model.pml > /dev/null',
      `gcc -w ${defines} -o pan pan.c`,
      `./pan ${args} -m10000`,
      'cat model.pml.trail',
      FOLLOW,
    ]);
    const native = parseSimulatorSteps(told, text);
    const ours = await toolchain.steps({ model: text, plan: { trail: packTrail(trail) } });
    expect(native.steps.length).toBeGreaterThan(3);
    const { steps, processes, variables, cycleStart, problem } = ours;
    expect({ steps, processes, variables, cycleStart, problem }).toEqual({
      steps: native.steps,
      processes: native.processes,
      variables: native.variables,
      cycleStart: native.cycleStart,
      problem: native.problem,
    });
    expect(native.cycleStart !== undefined).toBe(/^-1:-1:-1$/m.test(trail));
    // Every line of the trail that is no claim's or end's is a step; nothing that SPIN printed was taken for output.
    const numbers = new Set(steps.map(({ number }) => number));
    const lines = trail.split('\n').filter((line) => /^\d/.test(line));
    expect(numbers.size).toBeGreaterThan(lines.length / 3);
    expect(steps.flatMap(({ printed }) => printed).every((line) => /^worker \d$/.test(line))).toBe(
      true,
    );
  });

  it.each(['lights', 'philosophers', 'mixed'])('reads the state tables of %s', async (name) => {
    const text = await textOf(name);
    const [, , table = ''] = printNatively({ 'model.pml': text }, [
      'spin -a -o3 model.pml > /dev/null',
      'gcc -w -o pan pan.c',
      './pan -d',
    ]);
    const { files } = await toolchain.generate({ model: text, separate: true });
    const pattern =
      /^(?:proctype|claim|init) ?(?<name>\S*)$|^\tstate +(?<from>\d+) -\(tr +\d+\)-> state +(?<to>\d+) .*?\[(?<labels>.....)\] \S+ => (?<statement>.*)$/gm;
    const printed = new Map<string, Edge[]>();
    let of: Edge[] = [];
    for (const { groups = {}, 0: line } of table.matchAll(pattern)) {
      const { name: who, from, to, statement = '' } = groups;
      if (from === undefined) {
        of = [];
        printed.set((who === '' ? line : (who ?? '')).replaceAll(':', ''), of);
      } else if (to !== '0') of.push({ from: Number(from), to: Number(to), statement });
    }
    const ours = new Map(readAutomata(files).map((each) => [each.name, each.transitions]));
    expect([...ours.keys()].toSorted()).toEqual([...printed.keys()].toSorted());
    for (const [who, edges] of ours)
      expect(shape(edges), who).toEqual(shape(printed.get(who) ?? []));
  });

  it('matches what is received with what was sent', async () => {
    const [, , , told = ''] = printNatively({ 'model.pml': MIXED }, [
      'spin -a model.pml > /dev/null',
      'gcc -w -o pan pan.c',
      './pan',
      FOLLOW,
    ]);
    const trace = new ModelTrace(parseSimulatorSteps(told));
    const said = trace.transfers.map(({ send, receive, channel, fields }) => [
      channel,
      fields.join(),
      trace.processOf(send)?.label,
      receive === undefined ? undefined : trace.processOf(receive)?.label,
    ]);
    expect(said.slice(0, 3)).toEqual([
      ['done', '1', 'W 1.1', 'init'],
      ['mine', '3,4', 'init', undefined],
      // The sorted one is taken first.
      ['mine', '1,9', 'init', 'init'],
    ]);
    const taken = trace.stops.find((stop) => trace.step(stop)?.statement.startsWith('mine??1'));
    const changed = trace.variablesAt(taken ?? 0).filter(({ before }) => before !== undefined);
    expect(changed.map(({ variable: { name }, before, value }) => [name, before, value])).toEqual([
      ['pair.b[1]', '0', '9'],
      ['mine', '[1,9][3,4]', '[3,4]'],
    ]);
  });

  it('reads the replay of a model with C of its own', () => {
    const text = `mtype = { one, two };
c_decl { int hidden; }
chan q = [2] of { mtype, byte };
chan rv = [0] of { byte };
byte x;
active proctype P() {
  c_code { now.x = 3;
    hidden++; };
  q!one,x; rv!4;
  if :: c_expr { now.x > 2 } -> x = 9 fi;
  assert(x != 9)
}
active proctype Q() { byte v; rv?v; q?one,v }
`;
    const [, , , told = ''] = printNatively({ 'model.pml': text }, [
      'spin -a model.pml > /dev/null',
      'gcc -w -o pan pan.c',
      './pan',
      './pan -r -v model.pml.trail',
    ]);
    const run = parseVerifierSteps(told, { mtypes: ['one', 'two'] });
    const trace = new ModelTrace(run);
    expect(run.problem).toBe('assertion violated (x!=9)');
    expect(run.steps.at(-1)).toMatchObject({ line: 11, statement: 'assert((x!=9))' });
    expect(run.steps[0]?.statement).toContain('hidden++');
    expect(
      trace.transfers.map(({ send, receive = -1, fields, isRendezvous }) => [
        trace.processOf(send)?.label,
        trace.processOf(receive)?.label,
        fields.join(),
        isRendezvous,
      ]),
    ).toEqual([
      ['P', 'Q', 'one,3', false],
      ['P', 'Q', '4', true],
    ]);
  });
});
