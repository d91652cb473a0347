import { createServer, type IncomingMessage, request as forward, type Server, type ServerResponse } from "node:http";
import { type AddressInfo, connect } from "node:net";
import type { Duplex } from "node:stream";

/** A request as it left the browser. */
export interface Recorded {
  readonly method: string;
  readonly url: string;
  readonly referer: string;
}

export interface Recorder {
  /** Where the browser sends everything. */
  readonly address: string;
  readonly requests: () => readonly Recorded[];
  readonly close: () => Promise<void>;
}

/** A proxy that writes down every request of a browser and passes it on: nothing the browser does goes past it unseen. */
export async function record(): Promise<Recorder> {
  const requests: Recorded[] = [];
  const sockets = new Set<Duplex>();
  const server = createServer((request, response) => {
    requests.push({ method: request.method ?? "", url: request.url ?? "", referer: request.headers.referer ?? "" });
    pass(request, response);
  });
  // Live connections and TLS come through a tunnel, of which the first line is read where it can be.
  server.on("connect", (request: IncomingMessage, browser: Duplex) => {
    const [host = "", port = "443"] = (request.url ?? "").split(":");
    const far = connect(Number(port), host, () => browser.write("HTTP/1.1 200 OK\r\n\r\n"));
    sockets.add(browser).add(far);
    browser.once("data", (first: Buffer) => {
      const [, method = "CONNECT", path = ""] = /^([A-Z]+) (\S+) HTTP/.exec(first.toString("latin1")) ?? [];
      requests.push({ method, url: `http://${host}:${port}${path}`, referer: "" });
      far.write(first);
      browser.pipe(far).pipe(browser);
    });
    for (const [one, other] of [
      [browser, far],
      [far, browser],
    ] as const)
      one.on("error", () => other.destroy()).on("close", () => other.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: () => requests,
    close: () => closed(server, sockets),
  };
}

function pass(request: IncomingMessage, response: ServerResponse): void {
  const { hostname, port, pathname, search } = new URL(request.url ?? "");
  const onward = forward(
    { hostname, port, path: pathname + search, method: request.method, headers: request.headers },
    (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    },
  );
  onward.on("error", () => response.destroy());
  response.on("close", () => onward.destroy());
  request.pipe(onward);
}

function closed(server: Server, sockets: ReadonlySet<Duplex>): Promise<void> {
  for (const socket of sockets) socket.destroy();
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}
