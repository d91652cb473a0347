import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A request the partner received. */
export interface ReceivedRequest {
  readonly body: string;
  readonly signature: string;
  readonly authorization: string | undefined;
}

export interface Receiver {
  readonly url: string;
  /** Returns and clears everything received so far. */
  readonly takeReceived: () => ReceivedRequest[];
  /** Sets the status of the following responses; a 3xx redirects to the same server. */
  readonly answer: (status: number) => void;
  readonly close: () => Promise<void>;
}

/** A partner's webhook endpoint, listening on this machine. */
export async function openReceiver(): Promise<Receiver> {
  let status = 200;
  let received: ReceivedRequest[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { authorization } = request.headers;
      received.push({
        body: Buffer.concat(chunks).toString(),
        signature: String(request.headers["x-signature"]),
        authorization,
      });
      response.writeHead(status, status >= 300 && status < 400 ? { location: "/again" } : {}).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/events`,
    takeReceived: () => {
      const all = received;
      received = [];
      return all;
    },
    answer: (next) => void (status = next),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
