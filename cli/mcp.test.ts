import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import type { Progress } from '@modelcontextprotocol/sdk/types.js';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

const RACY = `#pragma tuner param WG = {4}
__kernel void k(__global int *a, __global int *o) {
  o[0] = a[get_global_id(0)];
}`;
const SLOW = `#pragma tuner param WG = {1, 2, 4, 8, 16}
#pragma tuner input a[i] = any(0, 9)
#pragma tuner ensures forall i < 16: a[i] >= 0
__kernel void k(__global int *a) { a[get_global_id(0)] += 0; }`;
const small = { constants: { size: 4 }, quick: true };

let client: Client;
const mcp = (): readonly [command: string, path: string] => [
  process.execPath,
  join(inject('commands'), 'cli/mcp.js'),
];

beforeAll(async () => {
  const [command, path] = mcp();
  client = new Client({ name: 'test', version: '1' });
  await client.connect(new StdioClientTransport({ command, args: [path] }));
});
afterAll(() => client.close());

/** What a tool says, and whether it is an error. */
async function call(name: string, args: Record<string, unknown>) {
  const answer = await client.callTool({ name, arguments: args });
  const content: unknown = answer.content;
  const [first]: unknown[] = Array.isArray(content) ? content : [];
  const text =
    typeof first === 'object' && first !== null && 'text' in first ? String(first.text) : '';
  return { text, isError: answer.isError === true, structured: answer.structuredContent };
}

describe('the server for agents', () => {
  it('has five tools, each with a schema', async () => {
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      'check',
      'counterexample',
      'tune',
      'next',
      'explain',
    ]);
    for (const { inputSchema, description } of tools) {
      expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
      expect(description).toMatch(/\.$/);
    }
  });

  it('checks, explains, and has the counterexample', async () => {
    // The client holds the answer against the schema.
    const answer = await client.callTool({ name: 'check', arguments: { text: RACY, ...small } });
    expect(answer.structuredContent).toMatchObject({
      accepted: false,
      kernels: [{ verdict: 'wrong', findings: [{ kind: 'race-global', line: 3 }] }],
    });
    const explained = await call('explain', { text: RACY, constants: { size: 4 } });
    expect(explained.text).toMatch(/kernel:2: k is wrong\n.*race-global/);
    expect(explained.text).toContain('     3 |   o[0] = a[get_global_id(0)];');
    const { text, structured } = await call('counterexample', {
      text: RACY,
      constants: { size: 4 },
    });
    expect(text).toMatch(/work-item 0 writes o\[0\] = .* {3}<-- meets/);
    expect(text).toMatch(/work-item 1 writes o\[0\] = .* {3}<-- goes wrong/);
    expect(structured).toMatchObject({ configuration: { WG: 4 } });
  });

  it('tunes, tells of progress, and says why', async () => {
    const args = { text: RACY.replace('{4}', '{2, 4}'), constants: { size: 8 } };
    const said: string[] = [];
    const onprogress = ({ progress, message = '' }: Progress): void =>
      void said.push(`${progress} ${message}`);
    const tuned = await client.callTool({ name: 'tune', arguments: args }, undefined, {
      onprogress,
    });
    expect(JSON.stringify(tuned.content)).toMatch(/"proved: \d+ ticks at WG \d/);
    expect(said[0]).toMatch(/^1 T = \d+: /);
    const { text } = await call('explain', { ...args, about: 'configuration' });
    expect(text).toMatch(/WG, and the least ticks with it: 2: \d+, 4: \d+\./);
  });

  it('proposes what to measure, from what was', async () => {
    const args = { text: RACY.replace('{4}', '{2, 4, 8, 16}'), constants: { size: 64 } };
    const first = await call('next', { ...args, count: 2 });
    expect(first.structured).toMatchObject({ candidates: 4, measured: 0, best: null });
    expect(first.text.match(/^Measure WG \d+ \(by .+\)\.$/gm)).toHaveLength(2);
    const measured = [
      { values: { WG: 4 }, time_ms: 2 },
      { values: { WG: 8 }, time_ms: null },
    ];
    const second = await call('next', { ...args, measured });
    expect(second.structured).toMatchObject({
      measured: 1,
      failed: 1,
      best: { values: { WG: 4 }, time_ms: 2 },
      next: expect.not.arrayContaining([{ WG: 4 }, { WG: 8 }]),
    });
    expect(second.text).toMatch(
      /^Measured best: 2 ms at WG 4\.\nMeasure WG \d+ \(by .+, [\d.]+ ms expected/,
    );
    const strange = { ...args, measured: [{ values: { WG: 3 }, time_ms: 1 }] };
    expect(await call('next', strange)).toMatchObject({
      isError: true,
      text: expect.stringContaining('none of the kernel'),
    });
  });

  it.each<[string, Record<string, unknown>, RegExp]>([
    ['next', {}, /give text/],
    ['next', { text: RACY, measured: [{ values: {} }] }, /^measured\.0\.time_ms: /],
    ['next', { text: RACY, count: 0 }, /^count: /],
    ['check', {}, /give text or files, and not both/],
    ['check', { text: 3 }, /^text: /],
    ['check', { text: RACY, wrong: 1 }, /wrong/],
    ['check', { text: RACY, allow: ['wrong'] }, /^allow\.0: /],
    ['check', { text: RACY, constants: { size: -1 } }, /--size must be a whole number/],
    ['check', { files: ['nowhere.cl'] }, /there is no file nowhere\.cl/],
    ['check', { text: RACY, folders: ['nowhere'] }, /there is no folder nowhere/],
    ['check', { files: ['-'] }, /standard input is not a file/],
    ['tune', { text: 'nothing' }, /Expected .;. after this/],
    ['tune', { text: RACY, quick: true }, /there is no argument quick/],
    ['check', { kernels: [] }, /there is no argument kernels; there are .*text/],
    ['explain', { text: RACY, about: 'life' }, /^about: /],
  ])('%s %j is an error that says what to do', async (name, args, message) => {
    const { text, isError } = await call(name, args);
    expect(text).toMatch(message);
    expect(isError).toBe(true);
  });

  it('goes on after an unknown tool, and after a call that was cancelled', async () => {
    await expect(client.callTool({ name: 'nothing' })).rejects.toThrow(/there are check, /);
    const controller = new AbortController();
    const asked = client.callTool(
      { name: 'check', arguments: { text: SLOW, quick: true } },
      undefined,
      { signal: controller.signal },
    );
    setTimeout(() => controller.abort(), 100);
    await expect(asked).rejects.toThrow();
    expect((await call('check', { text: RACY, ...small })).text).toContain('k is wrong');
  });

  it('speaks as its documentation shows', async () => {
    const text = readFileSync(new URL('../docs/check.md', import.meta.url), 'utf8');
    const shown = text.match(/^[→←] .+$/gm) ?? [];
    expect(shown.length).toBeGreaterThan(8);
    const [command, path] = mcp();
    const server = spawn(command, [path], { stdio: ['pipe', 'pipe', 'ignore'] });
    const answers = createInterface({ input: server.stdout })[Symbol.asyncIterator]();
    const said: string[] = [];
    for (const line of shown.filter((each) => each.startsWith('→'))) {
      server.stdin.write(`${line.slice(2)}\n`);
      said.push(line);
      if (!line.includes('"id":')) continue;
      const { result } = JSON.parse(String((await answers.next()).value)) as {
        readonly result: { readonly content?: unknown };
      };
      said.push(`← ${JSON.stringify(result.content ?? result)}`);
    }
    server.stdin.end();
    expect(said).toEqual(shown);
  });

  it('ends with a client that goes away in the middle of a call, and reads on after nonsense', async () => {
    const [command, path] = mcp();
    const server = spawn(command, [path], { stdio: ['pipe', 'pipe', 'ignore'] });
    const send = (message: object): void => void server.stdin.write(`${JSON.stringify(message)}\n`);
    server.stdin.write('nonsense\n');
    const params = {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'a', version: '1' },
    };
    send({ jsonrpc: '2.0', id: 1, method: 'initialize', params });
    await once(server.stdout, 'data');
    send({ jsonrpc: '2.0', method: 'notifications/initialized' });
    send({
      jsonrpc: '2.0',
      id: 2,
      method: 'tools/call',
      params: { name: 'check', arguments: { text: SLOW, quick: true } },
    });
    server.stdin.end();
    const [status]: unknown[] = await once(server, 'exit');
    expect(status).toBe(0);
  });
});
