import type { IncomingMessage, RequestListener, Server, ServerResponse } from "node:http";

/**
 * Makes each call of the API take up to `delayMs` longer on its way to the server, and as much on its way back, at random. What a test supposes to be
 * done by then isn't, and calls that the page makes at once come in any order.
 */
export function slowDown(server: Server, delayMs: number): void {
  const [handle] = server.listeners("request") as RequestListener[];
  if (!handle) throw new Error("Nothing handles the server's requests");
  const later = (run: () => void) => void setTimeout(run, Math.random() * delayMs);
  server.removeListener("request", handle);
  server.prependListener("request", (request: IncomingMessage, response: ServerResponse) => {
    if (!request.url?.startsWith("/api")) return handle(request, response);
    const end = response.end.bind(response) as (...parts: unknown[]) => ServerResponse;
    response.end = ((...parts: unknown[]) => {
      later(() => end(...parts));
      return response;
    }) as typeof response.end;
    later(() => handle(request, response));
  });
}
