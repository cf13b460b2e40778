// Many clients, slow ones, ones that vanish: none harms another. Behind a real port.
import { once } from 'node:events';
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { scorecard } from '@xpxlc/core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { HARD_CASE, hardModel, listening } from './server.ts';

const LOANS = scorecard({
  classes: ['refuse', 'grant'],
  features: [
    { name: 'home', values: ['rent', 'own'] },
    { name: 'job', values: ['none', 'clerk'] },
  ],
  points: [
    [0, 15],
    [0, 20],
  ],
  cutoff: 18,
});
const CASE = { home: 'own', job: 'none' };
const PATIENT = { maxTime: 3_600_000, patience: 3_600_000 };
/** No answer to this ends by itself. */
const HARD = JSON.stringify({ instance: HARD_CASE, limit: Number.MAX_SAFE_INTEGER });

interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into it
  readonly body: any;
}

async function answerOf(response: IncomingMessage): Promise<Answer> {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  return { status: response.statusCode ?? 0, body: JSON.parse(Buffer.concat(chunks).toString()) };
}

function send(port: number, path: string, body?: string, agent?: Agent): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      {
        host: '127.0.0.1',
        port,
        path,
        method: body === undefined ? 'GET' : 'POST',
        ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' } }),
        ...(agent === undefined ? {} : { agent }),
      },
      (response) => void answerOf(response).then(resolve, reject),
    );
    request.on('error', reject);
    request.end(body);
  });
}

async function open(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  return socket;
}

/** All that comes until the other side ends. */
async function rest(socket: Socket): Promise<string> {
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk;
  });
  await once(socket, 'close');
  return text;
}

function head(port: number, path: string, fields: readonly string[]): string {
  return [`POST ${path} HTTP/1.1`, `Host: 127.0.0.1:${port}`, ...fields, '', ''].join('\r\n');
}

describe('a server under load', () => {
  it('answers 10,000 small requests without an error', async () => {
    const { port } = await listening(LOANS);
    const agent = new Agent({ keepAlive: true, maxSockets: 16 });
    onTestFinished(() => agent.destroy());
    const body = JSON.stringify({ instance: CASE });
    let [left, right] = [10_000, 0];
    const client = async (): Promise<void> => {
      while (left-- > 0) {
        const path = left % 2 === 0 ? '/api/predict' : '/api/explain';
        const { status, body: record } = await send(port, path, body, agent);
        if (status === 200 && record.class === 'refuse') right += 1;
      }
    };
    await Promise.all(Array.from({ length: 16 }, client));
    expect(right).toBe(10_000);
  }, 120_000);

  it('tells those who are too many to come back, and answers the others', async () => {
    const { port } = await listening(hardModel(), { maxTime: 1000, maxRequests: 2 });
    const answers = await Promise.all([1, 2, 3, 4].map(() => send(port, '/api/count', HARD)));
    const codes = answers.map(({ body }) => body.error.code).sort();
    expect(codes).toEqual(['max-time', 'max-time', 'too-busy', 'too-busy']);
    expect((await send(port, '/api/predict', JSON.stringify({ instance: HARD_CASE }))).status).toBe(200);
  });

  it('ends a hard question in time, and answers others meanwhile', async () => {
    const { port } = await listening(hardModel(), { maxTime: 1500 });
    let ended = false;
    const hard = send(port, '/api/count', HARD).then((answer) => {
      ended = true;
      return answer;
    });
    expect((await send(port, '/health')).body).toEqual({ status: 'ok' });
    expect((await send(port, '/api/predict', JSON.stringify({ instance: HARD_CASE }))).status).toBe(200);
    expect(ended).toBe(false);
    expect(await hard).toMatchObject({ status: 422, body: { error: { code: 'max-time' } } });
  });

  it('keeps a worker whose time is up: it stops by itself', async () => {
    const { port } = await listening(hardModel(), { maxTime: 300 });
    let made = 0;
    const count = (): void => {
      made += 1;
    };
    process.on('worker', count);
    onTestFinished(() => void process.off('worker', count));
    for (const path of ['/api/count', '/api/features', '/api/count'])
      expect(await send(port, path, HARD)).toMatchObject({
        status: 422,
        body: { error: { code: 'max-time' } },
      });
    expect(made).toBe(1);
  });

  it('answers the other cases of a batch and of a stream in which one is too hard', async () => {
    const { port } = await listening(hardModel(), { maxTime: 1500 });
    const easy = { instance: HARD_CASE, explanations: [{ features: ['f0'] }] };
    const batch = JSON.stringify({ instances: [HARD_CASE, {}], limit: Number.MAX_SAFE_INTEGER });
    const { body } = await send(port, '/api/count', batch);
    expect(body.answers.map(({ error }: { error: { code: string } }) => error.code)).toEqual([
      'max-time',
      'max-time', // they share the time
    ]);
    expect((await send(port, '/api/check', JSON.stringify(easy))).status).toBe(200);
    const lines = [{}, HARD_CASE, {}].map((line) => JSON.stringify(line)).join('\n');
    const response = await fetch(`http://127.0.0.1:${port}/api/count?limit=${2 ** 50}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-ndjson' },
      body: lines,
    });
    const records = (await response.text())
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(records.map(({ row, error }) => [row, error.code])).toEqual([
      [0, 'missing-value'],
      [1, 'max-time'],
      [2, 'missing-value'],
    ]);
  });
});

describe('a client that is slow', () => {
  it('is told so when its body does not arrive', async () => {
    const { port } = await listening(LOANS, { patience: 200 });
    const socket = await open(port);
    socket.write(head(port, '/api/predict', ['Content-Type: application/json', 'Content-Length: 1000']));
    socket.write('{"instance": ');
    const text = await rest(socket);
    expect(text).toMatch(/^HTTP\/1.1 408 /);
    expect(text).toContain('"slow-request"');
  });

  it('is told so when its next line does not arrive, after its answers', async () => {
    const { port } = await listening(LOANS, { patience: 1000 });
    const socket = await open(port);
    socket.write(
      head(port, '/api/predict', [
        'Content-Type: application/x-ndjson',
        'Content-Length: 1000',
        'Connection: close',
      ]),
    );
    socket.write(`${JSON.stringify(CASE)}\n{"home"`);
    const text = await rest(socket);
    expect(text).toMatch(/"class":"refuse".*"slow-request"/s);
  });

  it('gets its answer when its body trickles in, and holds up no one', async () => {
    const { port } = await listening(LOANS);
    const body = JSON.stringify({ instance: CASE });
    const socket = await open(port);
    socket.setNoDelay(true);
    socket.write(
      head(port, '/api/predict', [
        'Content-Type: application/json',
        `Content-Length: ${body.length}`,
        'Connection: close',
      ]),
    );
    for (const letter of body) {
      // Another client is answered between any two letters.
      expect((await send(port, '/health')).status).toBe(200);
      socket.write(letter);
    }
    expect(await rest(socket)).toContain('"class":"refuse"');
  });

  it('is left when it does not read its answers', async () => {
    const { port } = await listening(LOANS, { patience: 300, maxRequests: 1 });
    const socket = await open(port);
    socket.pause();
    socket.write(
      head(port, '/api/explain', ['Content-Type: application/x-ndjson', 'Transfer-Encoding: chunked']),
    );
    const lines = `${JSON.stringify(CASE)}\n`.repeat(20_000);
    const chunk = `${lines.length.toString(16)}\r\n${lines}\r\n`;
    socket.on('error', () => undefined);
    // More than fits into the buffers in between.
    for (let x = 0; x < 8; x++) socket.write(chunk);
    const body = JSON.stringify({ instance: CASE });
    for (;;) {
      const { status } = await send(port, '/api/count', body);
      if (status === 200) break;
      expect(status).toBe(503);
    }
  });
});

describe('a client that vanishes', () => {
  it.each([
    ['a body of a known length', ['Content-Type: application/json', 'Content-Length: 1000'], '{"instance": '],
    ['chunks', ['Content-Type: application/json', 'Transfer-Encoding: chunked'], '5\r\n{"ins\r\n'],
    ['nothing yet', ['Content-Type: application/json', 'Content-Length: 1000'], ''],
  ])('while it sends %s is no mistake of the server', async (_, fields, sent) => {
    const { port, answers } = await listening(LOANS);
    const socket = await open(port);
    socket.write(head(port, '/api/count', fields) + sent);
    await expect.poll(() => answers.length).toBe(1);
    socket.resetAndDestroy();
    // Nobody reads the answer; that no mistake was reported is seen when the server is closed.
    const text = await (await answers[0]).text();
    expect(text).not.toContain('internal');
    expect(text).toContain('incomplete-request');
    expect((await send(port, '/api/count', JSON.stringify({ instance: CASE }))).status).toBe(200);
  });

  it('before its request is complete harms no one', async () => {
    const { port } = await listening(LOANS);
    for (const path of ['/api/predict', '/api/count']) {
      const socket = await open(port);
      socket.write(head(port, path, ['Content-Type: application/json', 'Content-Length: 1000']));
      socket.write('{"instance": ');
      socket.destroy();
      await once(socket, 'close');
    }
    expect((await send(port, '/api/count', JSON.stringify({ instance: CASE }))).status).toBe(200);
  });

  it('before its answer ends the work', async () => {
    // One worker, and no time limit: it is free again only if the work has ended.
    const { port } = await listening(hardModel(), { ...PATIENT, jobs: 1 });
    const socket = await open(port);
    const fields = ['Content-Type: application/json', `Content-Length: ${HARD.length}`];
    socket.write(head(port, '/api/count', fields) + HARD);
    // The server has read it when it answers another.
    expect((await send(port, '/health')).status).toBe(200);
    socket.destroy();
    const check = { instance: HARD_CASE, explanations: [{ features: ['f0'] }] };
    expect((await send(port, '/api/check', JSON.stringify(check))).status).toBe(200);
  });

  it('in the middle of a stream ends the work', async () => {
    const { port } = await listening(LOANS, { ...PATIENT, maxRequests: 1 });
    const socket = await open(port);
    socket.write(
      head(port, '/api/count', ['Content-Type: application/x-ndjson', 'Transfer-Encoding: chunked']),
    );
    const line = `${JSON.stringify(CASE)}\n`;
    socket.write(`${line.length.toString(16)}\r\n${line}\r\n`);
    // The answer to its first line has come.
    for (let text = ''; !text.includes('"count"'); ) text += String((await once(socket, 'data'))[0]);
    expect((await send(port, '/api/count', JSON.stringify({ instance: CASE }))).status).toBe(503);
    socket.destroy();
    for (;;) {
      const { status } = await send(port, '/api/count', JSON.stringify({ instance: CASE }));
      if (status === 200) break;
      expect(status).toBe(503);
    }
  });
});

describe('a server that stops', () => {
  it('lets requests that are under way end, and takes no others', async () => {
    const { port, stop } = await listening(hardModel(), { maxTime: 1500 });
    const agent = new Agent({ keepAlive: true });
    onTestFinished(() => agent.destroy());
    const hard = send(port, '/api/count', HARD, agent);
    expect((await send(port, '/health', undefined, agent)).status).toBe(200);
    const stopped = stop(3_600_000);
    await expect(send(port, '/health')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    expect(await hard).toMatchObject({ body: { error: { code: 'max-time' } } });
    await stopped;
  });

  it('ends those that do not, when their time is over', async () => {
    const { port, stop } = await listening(hardModel(), PATIENT);
    const hard = send(port, '/api/count', HARD);
    expect((await send(port, '/health')).status).toBe(200);
    const stopped = stop(50);
    await expect(hard).rejects.toMatchObject({ code: 'ECONNRESET' });
    await stopped;
  });
});
