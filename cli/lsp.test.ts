import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import {
  CancellationTokenSource,
  CodeActionRequest,
  CompletionRequest,
  createProtocolConnection,
  DefinitionRequest,
  DidChangeTextDocumentNotification,
  DidOpenTextDocumentNotification,
  DidSaveTextDocumentNotification,
  DocumentSymbolRequest,
  FoldingRangeRequest,
  HoverRequest,
  InitializeRequest,
  InlayHintRequest,
  LSPErrorCodes,
  type ProtocolConnection,
  PublishDiagnosticsNotification,
  type PublishDiagnosticsParams,
  ShutdownRequest,
  ExitNotification,
  StreamMessageReader,
  StreamMessageWriter,
  type TextDocumentContentChangeEvent,
} from 'vscode-languageserver-protocol/node';

// A sign of two units stands before the fault: columns count both.
const FAULTY = '  /* \u{1F600} é */ int x = get_global_id(0)';
const RACY = `// a race
#pragma tuner param WG = {4}
#pragma tuner local_size WG
__kernel void k(__global int *a, __global int *o) {
${FAULTY}
  o[0] = a[x];
}
`;
const MODEL = `byte x;
active proctype a() {
  do
  :: x = y + 1
  od
}
ltl q { [] (x < 3) }
init { skip }
`;

const folder = mkdtempSync(join(tmpdir(), 'lsp-'));
const uriOf = (name: string): string => String(pathToFileURL(join(folder, name)));
const start = (): ChildProcessWithoutNullStreams =>
  spawn(process.execPath, [join(inject('commands'), 'cli/lsp.js'), '--stdio']);

let child: ChildProcessWithoutNullStreams;
let client: ProtocolConnection;
const published: PublishDiagnosticsParams[] = [];
let heard: () => void = () => undefined;

beforeAll(async () => {
  child = start();
  client = createProtocolConnection(
    new StreamMessageReader(child.stdout),
    new StreamMessageWriter(child.stdin),
  );
  client.onNotification(PublishDiagnosticsNotification.type, (params) => {
    published.push(params);
    heard();
  });
  client.listen();
  await client.sendRequest(InitializeRequest.type, {
    processId: process.pid,
    rootUri: null,
    capabilities: { textDocument: { publishDiagnostics: { relatedInformation: true } } },
  });
});
afterAll(() => void child.kill());

/** The diagnostics of a version, once they are the wanted ones. */
async function said(
  uri: string,
  version: number,
  isIt: (codes: readonly unknown[]) => boolean,
): Promise<PublishDiagnosticsParams['diagnostics']> {
  for (;;) {
    const found = published.find(
      (each) =>
        each.uri === uri &&
        each.version === version &&
        isIt(each.diagnostics.map(({ code }) => code)),
    );
    if (found) return found.diagnostics;
    await new Promise<void>((next) => (heard = next));
  }
}

const open = (uri: string, languageId: string, text: string): Promise<void> =>
  client.sendNotification(DidOpenTextDocumentNotification.type, {
    textDocument: { uri, languageId, version: 1, text },
  });
const change = (
  uri: string,
  version: number,
  ...contentChanges: TextDocumentContentChangeEvent[]
): Promise<void> =>
  client.sendNotification(DidChangeTextDocumentNotification.type, {
    textDocument: { uri, version },
    contentChanges,
  });
const at = (uri: string, line: number, character: number) => ({
  textDocument: { uri },
  position: { line, character },
});
const insert = (line: number, character: number, text: string): TextDocumentContentChangeEvent => ({
  range: { start: { line, character }, end: { line, character } },
  text,
});

describe('the server for editors', () => {
  const kernel = uriOf('a kernel.cl');

  it('marks a fault of a kernel, offers its fix, and finds a race once it is mended', async () => {
    await open(kernel, 'opencl', RACY);
    const [fault] = await said(kernel, 1, (codes) => codes.includes('syntax'));
    expect(fault).toMatchObject({ severity: 1, message: "Expected ';' after this." });
    const range = fault?.range ?? expect.fail('no fault');
    expect(range.end).toEqual({ line: 4, character: FAULTY.length });
    const actions = await client.sendRequest(CodeActionRequest.type, {
      textDocument: { uri: kernel },
      range,
      context: { diagnostics: [] },
    });
    expect(actions).toMatchObject([
      {
        title: "Insert ';'",
        kind: 'quickfix',
        edit: { changes: { [kernel]: [{ range: { start: range.end }, newText: ';' }] } },
      },
    ]);
    await change(kernel, 2, insert(0, 0, '// '), insert(range.end.line, range.end.character, ';'));
    const [race] = await said(kernel, 2, (codes) => codes.includes('race-global'));
    expect(race).toMatchObject({
      range: { start: { line: 5, character: 2 } },
      message: expect.stringContaining('writes o[0] here'),
    });
  });

  it('tells what names are, where they are declared, what they cost, and what may be written', async () => {
    const hover = await client.sendRequest(HoverRequest.type, at(kernel, 5, 9));
    expect(JSON.stringify(hover?.contents)).toContain('__global int *a');
    expect(await client.sendRequest(DefinitionRequest.type, at(kernel, 5, 11))).toMatchObject({
      range: { start: { line: 4, character: FAULTY.indexOf('x') } },
    });
    const hints = await client.sendRequest(InlayHintRequest.type, {
      textDocument: { uri: kernel },
      range: { start: { line: 5, character: 0 }, end: { line: 5, character: 20 } },
    });
    expect(hints?.map(({ label }) => label)).toEqual([
      expect.stringMatching(/^global, GMT = \d+ ticks$/),
      expect.stringMatching(/^global, GMT = \d+ ticks$/),
    ]);
    await change(kernel, 3, insert(2, 0, '#pragma tuner \n'));
    const offered = await client.sendRequest(CompletionRequest.type, at(kernel, 2, 14));
    const items = Array.isArray(offered) ? offered : (offered?.items ?? []);
    expect(items.map(({ label }) => label)).toEqual(expect.arrayContaining(['param', 'ensures']));
    // Without snippets there are no placeholders.
    expect(JSON.stringify(items)).not.toContain('${');
    await change(kernel, 4, {
      range: { start: { line: 2, character: 0 }, end: { line: 3, character: 0 } },
      text: '',
    });
  });

  it('outlines kernels', async () => {
    const symbols = await client.sendRequest(DocumentSymbolRequest.type, {
      textDocument: { uri: kernel },
    });
    expect(symbols).toMatchObject([
      { name: 'WG', children: [] },
      {
        name: 'k',
        range: { start: { line: 3, character: 0 }, end: { line: 6, character: 1 } },
        children: [{ name: 'a' }, { name: 'o' }, { name: 'x' }],
      },
    ]);
  });

  it('says of a model what SPIN says, reads what it includes, and reads again when that is saved', async () => {
    const model = uriOf('model.pml');
    await open(model, 'promela', MODEL);
    const [unknown] = await said(model, 1, (codes) => codes.includes('spin'));
    expect(unknown).toMatchObject({
      severity: 1,
      range: { start: { line: 3, character: 2 } },
      message: '`y` is not declared before this line.',
    });
    await change(model, 2, insert(0, 0, '#include "y.h"\n'));
    await said(model, 2, (codes) => codes.length === 1);
    writeFileSync(join(folder, 'y.h'), 'byte y;\n');
    await client.sendNotification(DidSaveTextDocumentNotification.type, {
      textDocument: { uri: model },
    });
    await said(model, 2, (codes) => codes.length === 0);
    const about = { textDocument: { uri: model } };
    expect(await client.sendRequest(DocumentSymbolRequest.type, about)).toMatchObject([
      { name: 'x' },
      { name: 'a', range: { start: { line: 2, character: 0 }, end: { line: 6, character: 1 } } },
      { name: 'q' },
      { name: 'init' },
    ]);
    expect(await client.sendRequest(FoldingRangeRequest.type, about)).toEqual([
      { startLine: 2, endLine: 6 },
      { startLine: 3, endLine: 5 },
    ]);
    expect(await client.sendRequest(DefinitionRequest.type, at(model, 4, 5))).toMatchObject({
      range: { start: { line: 1, character: 5 } },
    });
  });

  it('says nothing of other texts', async () => {
    const other = uriOf('note.txt');
    await open(other, 'plaintext', RACY);
    expect(await client.sendRequest(HoverRequest.type, at(other, 5, 9))).toBeNull();
    const about = { textDocument: { uri: other } };
    expect(await client.sendRequest(DocumentSymbolRequest.type, about)).toEqual([]);
  });

  it('gives up what is cancelled, and answers on', async () => {
    const slow = 'untitled:slow';
    await open(slow, 'opencl', RACY);
    await said(slow, 1, (codes) => codes.includes('syntax'));
    const cancelled = async (): Promise<unknown> => {
      const cancelling = new CancellationTokenSource();
      const request = client.sendRequest(
        CodeActionRequest.type,
        {
          textDocument: { uri: slow },
          range: { start: { line: 0, character: 0 }, end: { line: 9, character: 0 } },
          context: { diagnostics: [] },
        },
        cancelling.token,
      );
      cancelling.cancel();
      return request.catch((error: unknown) => error);
    };
    // The server may have answered before it reads that nobody waits.
    await expect.poll(cancelled).toMatchObject({ code: LSPErrorCodes.RequestCancelled });
    expect(await client.sendRequest(HoverRequest.type, at(slow, 5, 9))).not.toBeNull();
  });

  it('ends when it is told to', async () => {
    const ended = once(child, 'exit');
    await client.sendRequest(ShutdownRequest.type);
    await client.sendNotification(ExitNotification.type);
    expect((await ended)[0]).toBe(0);
  });
});

describe('its input', () => {
  const framed = (body: string): string =>
    `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
  const message = (fields: object): string => framed(JSON.stringify({ jsonrpc: '2.0', ...fields }));
  const malformed = [
    framed('{"jsonrpc"'),
    framed('[1, 2]'),
    message({ id: 7, method: 'textDocument/hover' }),
    message({ id: 8, method: 'no/such' }),
    message({
      id: 9,
      method: 'textDocument/hover',
      params: { textDocument: { uri: 3 }, position: { line: -4, character: 'x' } },
    }),
    message({ method: 'textDocument/didChange', params: { textDocument: {} } }),
  ];
  const initialize = message({
    id: 1,
    method: 'initialize',
    params: { processId: null, rootUri: null, capabilities: {} },
  });

  it('may be malformed, and may end without a word', async () => {
    const server = start();
    server.stdin.write(malformed.join('') + initialize);
    let told = '';
    await new Promise<void>((answered) => {
      server.stdout.on('data', (chunk) => {
        told += String(chunk);
        if (told.includes('"serverInfo"')) answered();
      });
    });
    expect(told).toContain('"positionEncoding":"utf-16"');
    const ended = once(server, 'exit');
    server.stdin.end();
    expect((await ended)[0]).toBe(1);
  });
});
