// Drives Memoro with the official TypeScript clients, as an agent would. Ends with an error at the first thing wrong.
//
// usage: drive.mjs stdio|http v1|v2 BINARY|URL WORKSPACE|TOKEN
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';

const [kind, generation, where, what] = process.argv.slice(2);
const require = createRequire(pathToFileURL(join(process.env.MEMORO_CLIENTS, 'node', 'package.json')));
const load = (name) => import(pathToFileURL(require.resolve(name)));

const answers = [];
const asked = [];
const elicit = async (request) => {
    asked.push(request.params.message);
    const action = answers.shift();
    return action === 'accept' ? { action, content: {} } : { action };
};

async function connected(able) {
    const headers = { Authorization: `Bearer ${what}` };
    const child = { command: where, args: ['mcp', '--workspace', what], env: { ...process.env, NO_COLOR: '1' }, stderr: 'inherit' };
    const capabilities = able ? { elicitation: {} } : {};
    if (generation === 'v1') {
        const { Client } = await load('@modelcontextprotocol/sdk/client/index.js');
        const client = new Client({ name: 'test-v1', version: '1' }, { capabilities });
        const { ElicitRequestSchema } = await load('@modelcontextprotocol/sdk/types.js');
        if (able) client.setRequestHandler(ElicitRequestSchema, elicit);
        const { StdioClientTransport } = await load('@modelcontextprotocol/sdk/client/stdio.js');
        const { StreamableHTTPClientTransport } = await load('@modelcontextprotocol/sdk/client/streamableHttp.js');
        const transport =
            kind === 'stdio'
                ? new StdioClientTransport(child)
                : new StreamableHTTPClientTransport(new URL(where), { requestInit: { headers } });
        await client.connect(transport);
        return client;
    }
    const { Client, StreamableHTTPClientTransport } = await load('@modelcontextprotocol/client');
    const { StdioClientTransport } = await load('@modelcontextprotocol/client/stdio');
    const client = new Client({ name: 'test-v2', version: '1' }, { capabilities, versionNegotiation: { mode: { pin: '2026-07-28' } } });
    if (able) client.setRequestHandler('elicitation/create', elicit);
    const transport =
        kind === 'stdio'
            ? new StdioClientTransport(child)
            : new StreamableHTTPClientTransport(new URL(where), { requestInit: { headers } });
    await client.connect(transport);
    return client;
}

const client = await connected(true);
const call = (name, args = {}) => client.callTool({ name, arguments: args });

const { tools } = await client.listTools();
assert.ok(tools.length > 0 && tools.length <= 8, tools.map((tool) => tool.name).join());
for (const tool of tools) {
    assert.ok(tool.title && tool.description && tool.inputSchema && tool.outputSchema, tool.name);
    assert.equal(tool.annotations.openWorldHint, false);
    assert.doesNotMatch(JSON.stringify(tool), /"format":"|\$ref|\$defs|anyOf|oneOf/);
}

let kept = await call('remember', { text: 'The wiki moves to the new server in March' });
assert.ok(['stored', 'merged'].includes(kept.structuredContent.status), JSON.stringify(kept));
const found = await call('recall', { query: 'wiki move' });
assert.match(found.structuredContent.hits[0].text, /March/);
assert.ok(found.structuredContent.hits[0].score <= 1);
const pack = await call('context', { query: 'wiki', budget: 400 });
assert.ok(pack.structuredContent.tokens <= 400);

answers.push('accept');
kept = await call('remember', { text: '中文', key: 'response.language', kind: 'preference' });
assert.ok(['stored', 'superseded'].includes(kept.structuredContent.status), JSON.stringify(kept));
assert.match(asked.at(-1), /中文/);
answers.push('decline');
kept = await call('remember', { text: 'never', key: 'response.emoji', kind: 'preference' });
assert.equal(kept.structuredContent.status, 'rejected');
answers.push('accept');
const gone = await call('forget', { id: 'response.language' });
assert.equal(gone.structuredContent.status, 'forgotten');
assert.equal(answers.length, 0);

const wrong = await call('get', { path: '.memoro/memoro.db' });
assert.equal(wrong.isError, true);
assert.match(wrong.content[0].text, /^error not_found/);
await assert.rejects(call('no_such_tool'), (error) => error.code === -32602);

const listed = await client.listResources();
assert.ok(listed.resources.some((resource) => resource.uri === 'memoro://vault/MEMORY.md'));
const read = await client.readResource({ uri: 'memoro://vault/MEMORY.md' });
assert.match(read.contents[0].text, /# /);
const prompt = await client.getPrompt({ name: 'context', arguments: { query: 'wiki' } });
assert.match(prompt.messages[0].content.text, /March/);
const version = client.getServerVersion();
await client.close();

const alone = await connected(false);
const pending = await alone.callTool({ name: 'remember', arguments: { text: 'dark', key: 'editor.colours', kind: 'preference' } });
assert.equal(pending.structuredContent.status, 'pending');
await alone.close();
console.log(`typescript ${kind} ${generation}: ${version.name} ${version.version}, ${tools.length} tools, ${asked.length} questions`);
