// The class URL of Chromium, in a page of the headless browser, by the DevTools protocol over a
// pipe. See ask in whatwg.mjs for what the answers mean. Argument: the browser's command.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serveMany } from './serve.mjs';
import { ask } from './whatwg.mjs';

const profile = mkdtempSync(join(tmpdir(), 'judge-chromium-'));
const browser = spawn(
  process.argv[2] ?? 'chromium',
  ['--headless', '--no-sandbox', '--disable-gpu', '--remote-debugging-pipe', `--user-data-dir=${profile}`],
  { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] },
);
browser.on('exit', () => process.exit(1));

// The pipe carries JSON, each message ended by NUL.
const [to, from] = [browser.stdio[3], browser.stdio[4]];
const waiting = new Map();
let rest = '';
from.setEncoding('utf8');
from.on('data', (data) => {
  const messages = (rest + data).split('\0');
  rest = messages.pop();
  for (const message of messages.map((text) => JSON.parse(text))) {
    waiting.get(message.id)?.(message);
    waiting.delete(message.id);
  }
});

let last = 0;
async function send(method, params, sessionId) {
  const id = ++last;
  const answered = new Promise((resolve) => waiting.set(id, resolve));
  to.write(JSON.stringify({ id, method, params, sessionId }) + '\0');
  const { result, error } = await answered;
  if (error) throw new Error(`${method}: ${error.message}`);
  return result;
}

const { targetId } = await send('Target.createTarget', { url: 'about:blank' });
const { sessionId } = await send('Target.attachToTarget', { targetId, flatten: true });

await serveMany(async (questions) => {
  const expression = `${JSON.stringify(questions)}.map(([input, base]) => (${ask})(URL, input, base ?? undefined))`;
  const { result, exceptionDetails } = await send('Runtime.evaluate', { expression, returnByValue: true }, sessionId);
  if (exceptionDetails) throw new Error(exceptionDetails.text);
  return result.value;
});

browser.removeAllListeners('exit');
browser.on('exit', () => rmSync(profile, { recursive: true, force: true }));
browser.kill();
