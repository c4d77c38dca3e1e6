import { createHash } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';

/** One model of the host, and how the host misbehaves with its files. */
export interface HostedModel {
  files: Record<string, Uint8Array>;
  /** `damaged`: one byte of the weights differs from the list; `html`: a web page with status 200 in their place. */
  fault?: 'damaged' | 'html';
}

/** Stands in for a model hub on this machine, with its list and its files. */
export interface HubHost {
  url: string;
  /** Paths asked for. */
  log: string[];
  /** Holds back the second half of every ONNX file until released. */
  hold: boolean;
  release(): void;
  close(): Promise<void>;
}

export const COMMIT = 'ab'.repeat(20);

export async function startHub(models: Record<string, HostedModel>, port: number): Promise<HubHost> {
  const log: string[] = [];
  const waiting: (() => void)[] = [];
  const host: HubHost = {
    url: `http://127.0.0.1:${port}`,
    log,
    hold: false,
    release: () => {
      host.hold = false;
      for (const go of waiting.splice(0)) go();
    },
    close: () =>
      new Promise((resolve) => {
        host.release();
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    log.push(pathname);
    response.setHeader('access-control-allow-origin', '*');
    const listed = /^\/api\/models\/(.+)\/revision\/main$/.exec(pathname)?.[1];
    const [, id = '', path = ''] = /^\/(.+?)\/resolve\/[0-9a-f]+\/(.+)$/.exec(pathname) ?? [];
    const model = models[listed ?? id];
    if (!model) return void response.writeHead(404).end('Repository not found');
    if (listed !== undefined) return listing(response, model);
    const body = model.files[path];
    if (!body) return void response.writeHead(404).end('Entry not found');
    if (!path.endsWith('.onnx')) return void response.end(body);
    if (model.fault === 'html')
      return void response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html>');
    const sent =
      model.fault === 'damaged' ? body.map((byte, i) => (i === body.length - 9 ? byte ^ 1 : byte)) : body;
    response.writeHead(200, { 'content-type': 'application/octet-stream', 'content-length': sent.length });
    if (!host.hold) return void response.end(sent);
    const half = Math.floor(sent.length / 2);
    response.write(sent.subarray(0, half));
    waiting.push(() => response.end(sent.subarray(half)));
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return host;
}

function listing(response: ServerResponse, { files }: HostedModel): void {
  const siblings = Object.entries(files).map(([rfilename, body]) => {
    const sha256 = createHash('sha256').update(body).digest('hex');
    return { rfilename, size: body.length, lfs: { sha256, size: body.length } };
  });
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ sha: COMMIT, siblings }));
}
