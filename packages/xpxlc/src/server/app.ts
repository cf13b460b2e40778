// The server as a function of its files and limits: the page, what the user gave, and the API. Knows no port, so tests need none.
import { OpenAPIHono } from '@hono/zod-openapi';
import type { Classifier } from '@xpxlc/core';
import { RequestError, refusalOf } from '../ask/request-error.ts';
import { Answers } from './answers.ts';
import { addApi, errorResponse } from './api.ts';
import { describeGivenFiles, describeHealth, nameSchemas } from './describe-api.ts';
import { describeGiven, type GivenFile, sendGiven } from './given.ts';
import { guard, HEADERS, type Names } from './guard.ts';
import { JsonQuestions } from './json-questions.ts';
import type { Limits } from './limits.ts';
import { modelAnswer } from './model-answer.ts';
import { type PageFiles, sendFile } from './page-files.ts';
import { NDJSON } from './stream.ts';

/** What is served. */
export interface AppOptions {
  readonly version: string;
  readonly names: Names;
  readonly limits: Limits;
  /** The model that the API is about. */
  readonly model?: {
    readonly classifier: Classifier;
    readonly title?: string;
    /** The SHA-256 of its file. */
    readonly fingerprint: string;
  };
  /** The page, and what it is told to open. */
  readonly page?: {
    readonly files: PageFiles;
    readonly model?: GivenFile;
    readonly data?: GivenFile;
  };
  /** Told of our own mistakes. */
  readonly report?: (error: unknown) => void;
}

/** A server without a port. */
export interface App {
  /** @param connection - where the answer goes, with a port. */
  readonly fetch: (request: Request, connection?: object) => Response | Promise<Response>;
  /** Start the workers, so that the first question need not. */
  open(): Promise<void>;
  /** End the workers. */
  close(): Promise<void>;
}

export function createApp({ version, names, limits, model, page, report }: AppOptions): App {
  const app = new OpenAPIHono();
  const answers = model === undefined ? undefined : new Answers(model.classifier, limits);
  app.use(async (context, next) => {
    await next();
    for (const [name, value] of Object.entries(HEADERS)) context.res.headers.set(name, value);
  });
  app.use(guard(names));
  nameSchemas(app);
  app.openapi(describeHealth(), (context) => context.json({ status: 'ok' }, 200));
  addApi(
    app,
    model === undefined || answers === undefined
      ? undefined
      : {
          answers,
          questions: new JsonQuestions(answers, limits, NDJSON),
          about: modelAnswer(model.classifier, model),
        },
    limits,
  );
  if (page !== undefined) addPage(app, page, version);
  let document: object | undefined;
  app.get('/openapi.json', (context) => {
    document ??= app.getOpenAPI31Document({
      openapi: '3.1.0',
      info: {
        title: 'xpxlc',
        version,
        description: 'Exact explanations of the decisions of one model.',
        license: { name: 'MIT' },
      },
    });
    return context.json(document);
  });
  app.notFound((context) => missing(app, context.req.path));
  app.onError((error) => {
    if (refusalOf(error).status === 500) report?.(error);
    return errorResponse(error);
  });
  return {
    fetch: (request, connection) => app.fetch(request, connection),
    open: async () => answers?.open(),
    close: async () => answers?.close(),
  };
}

function addPage(
  app: OpenAPIHono,
  { files, model, data }: NonNullable<AppOptions['page']>,
  version: string,
): void {
  for (const [path, file] of files)
    app.get(path, (context) =>
      // The page asks for what was given when its address says so.
      path === '/' && model !== undefined && new URL(context.req.url).search === ''
        ? context.redirect('/?given', 302)
        : sendFile(context, file),
    );
  const described = async (file: GivenFile | undefined): Promise<{ name: string; bytes: number } | null> =>
    file === undefined ? null : describeGiven(file);
  app.openapi(describeGivenFiles(), async (context) =>
    context.json({ model: await described(model), data: await described(data), version }, 200),
  );
  for (const [name, file] of Object.entries({ model, data }))
    app.get(`/given/${name}`, () => {
      if (file === undefined) throw new RequestError(404, 'not-given', `no ${name} was given`);
      return sendGiven(file);
    });
}

/** What is not there, or only for another method. */
function missing({ routes }: OpenAPIHono, path: string): Response {
  const methods = new Set(
    routes
      .filter((route) => route.path === path && route.method !== 'ALL')
      .map(({ method }) => method.toUpperCase()),
  );
  if (methods.size === 0) return errorResponse(new RequestError(404, 'not-found', 'no such page'));
  const allowed = [...methods].sort().join(', ');
  const response = errorResponse(
    new RequestError(405, 'wrong-method', 'not with this method', { expected: allowed }),
  );
  response.headers.set('allow', allowed);
  return response;
}
