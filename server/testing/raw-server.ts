import { type AddressInfo, createServer, type Socket } from "node:net";

type RawAnswer = string | ((socket: Socket, request: string) => void);

export interface RawServer {
  readonly url: string;
  /** What each request is given from now on, once its first bytes came: text as it is, or whatever a function does with the socket and the request. */
  readonly answer: (next: RawAnswer) => void;
  /** Connections that are open now. */
  readonly open: () => number;
  readonly close: () => Promise<void>;
}

/** A server on this machine that says what it is told to, HTTP or not. */
export async function openRawServer(): Promise<RawServer> {
  let next: RawAnswer = "";
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket)).on("error", () => undefined);
    socket.on("data", (part) => {
      const request = part.toString("latin1");
      if (!/^[A-Z]+ \S+ HTTP\/1\.1\r\n/.test(request)) return;
      if (typeof next === "string") socket.write(next);
      else next(socket, request);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    answer: (told) => void (next = told),
    open: () => sockets.size,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
/** An HTTP answer as text, for a server that says exactly this. */
export const httpAnswer = (status: number, body = "", headers: Readonly<Record<string, string>> = {}): string =>
  [
    `HTTP/1.1 ${status} X`,
    `content-length: ${Buffer.byteLength(body)}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    "",
    body,
  ].join("\r\n");
