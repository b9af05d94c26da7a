import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import {
  CallToolRequestSchema,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
} from '@modelcontextprotocol/sdk/types.js';
import { Cancelled, Failure } from '../src/base/failure.ts';
import { messageOf } from '../src/base/message.ts';
import { USUAL_MEMORY } from './kernel-arguments.ts';
import { createChecker } from './checker.ts';
import { begin, makeTools, readOptions } from './command.ts';
import { mcpTools, type ToolCall } from './mcp-tools.ts';
import { VERSIONS } from './versions.ts';

const USAGE = `Usage: npm run -s mcp

Serves the tools check, counterexample, tune, next and explain to an agent, in the Model Context Protocol on
standard input and output, until its client goes away. Uses no network, and reads no files but those that a call names.`;

begin('mcp');
readOptions(USAGE, {});
makeTools();

const checker = createChecker({ memoryMB: USUAL_MEMORY });
const gone = new AbortController();
const tools = mcpTools();
const server = new Server(
  { name: 'overtime', version: VERSIONS.overtime },
  { capabilities: { tools: {} } },
);

server.setRequestHandler(ListToolsRequestSchema, () => ({
  tools: tools.map(({ run: _run, ...told }) => told),
}));

server.setRequestHandler(
  CallToolRequestSchema,
  async ({ params }, { signal, sendNotification }) => {
    const tool = tools.find(({ name }) => name === params.name);
    if (!tool) {
      const names = tools.map(({ name }) => name).join(', ');
      throw new McpError(
        ErrorCode.InvalidParams,
        `there is no tool ${params.name}; there are ${names}`,
      );
    }
    const token = params._meta?.progressToken;
    const progress: ToolCall['progress'] = (done, total, message) => {
      if (token === undefined) return;
      const about = { progressToken: token, progress: done, message };
      sendNotification({
        method: 'notifications/progress',
        params: { ...about, ...(total !== undefined && { total }) },
      }).catch(() => undefined); // the client is gone
    };
    try {
      const ended = AbortSignal.any([signal, gone.signal]);
      const { text, structured } = await tool.run(params.arguments, {
        checker,
        signal: ended,
        progress,
      });
      return {
        content: [{ type: 'text', text }],
        ...(structured && { structuredContent: { ...structured } }),
      };
    } catch (error) {
      if (error instanceof Cancelled && !signal.aborted)
        return failed('The time limit was reached before an answer.');
      const hint = error instanceof Failure ? ` ${error.hint}` : '';
      return failed(messageOf(error) + hint);
    }
  },
);

/** An answer that the model can read and mend. */
const failed = (text: string) => ({ content: [{ type: 'text' as const, text }], isError: true });

function end(): void {
  gone.abort();
  checker.dispose();
  void server.close().finally(() => process.exit(0));
}
process.stdin.on('end', end);
process.stdin.on('close', end);
await server.connect(new StdioServerTransport());
