import { createServer, type Server } from "node:http";

/**
 * A partner's end of the outbox: stores posted events. GET returns all of them, after `forward` has sent those waiting; GET /outbox returns the
 * events that `outbox` reads.
 */
export function servePartner(
  port: number,
  { forward, outbox }: { readonly forward: () => Promise<unknown>; readonly outbox: () => Promise<unknown> },
): Promise<Server> {
  const events: unknown[] = [];
  const server = createServer((request, response) => {
    if (request.method === "GET" && request.url === "/outbox")
      return void outbox().then((storedEvents) => response.end(JSON.stringify(storedEvents)));
    if (request.method === "GET") return void forward().then(() => response.end(JSON.stringify(events)));
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      events.push(...(JSON.parse(Buffer.concat(parts).toString()) as { events: unknown[] }).events);
      response.end();
    });
  });
  return new Promise((resolve) => server.listen(port, "127.0.0.1", () => resolve(server)));
}
