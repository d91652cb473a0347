import { createServer, type IncomingMessage, request as forward, type Server, type ServerResponse } from "node:http";
import { type AddressInfo, connect } from "node:net";
import type { Duplex } from "node:stream";

/** A request as it left the browser. */
export interface RecordedRequest {
  readonly method: string;
  readonly url: string;
  readonly referer: string;
}

export interface Recorder {
  /** The proxy address that the browser sends everything to. */
  readonly address: string;
  readonly requests: () => readonly RecordedRequest[];
  readonly close: () => Promise<void>;
}

/** A proxy that records every request of a browser and forwards it, so that none goes unseen. */
export async function startRecorder(): Promise<Recorder> {
  const requests: RecordedRequest[] = [];
  const sockets = new Set<Duplex>();
  const server = createServer((request, response) => {
    requests.push({ method: request.method ?? "", url: request.url ?? "", referer: request.headers.referer ?? "" });
    forwardRequest(request, response);
  });
  // WebSockets and TLS come through a CONNECT tunnel; its first line is recorded where it is readable.
  server.on("connect", (request: IncomingMessage, browser: Duplex) => {
    const [host = "", port = "443"] = (request.url ?? "").split(":");
    const upstream = connect(Number(port), host, () => browser.write("HTTP/1.1 200 OK\r\n\r\n"));
    sockets.add(browser).add(upstream);
    browser.once("data", (first: Buffer) => {
      const [, method = "CONNECT", path = ""] = /^([A-Z]+) (\S+) HTTP/.exec(first.toString("latin1")) ?? [];
      requests.push({ method, url: `http://${host}:${port}${path}`, referer: "" });
      upstream.write(first);
      browser.pipe(upstream).pipe(browser);
    });
    for (const [one, other] of [
      [browser, upstream],
      [upstream, browser],
    ] as const)
      one.on("error", () => other.destroy()).on("close", () => other.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: () => requests,
    close: () => closeServer(server, sockets),
  };
}

function forwardRequest(request: IncomingMessage, response: ServerResponse): void {
  const { hostname, port, pathname, search } = new URL(request.url ?? "");
  const upstreamRequest = forward(
    { hostname, port, path: pathname + search, method: request.method, headers: request.headers },
    (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    },
  );
  upstreamRequest.on("error", () => response.destroy());
  response.on("close", () => upstreamRequest.destroy());
  request.pipe(upstreamRequest);
}

function closeServer(server: Server, sockets: ReadonlySet<Duplex>): Promise<void> {
  for (const socket of sockets) socket.destroy();
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}
