import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";

/**
 * A stop finishes the requests under way and waits for nothing else. Node keeps waiting for connections that browsers opened ahead,
 * and for those kept alive after the last answer: these are closed.
 */
export function closePromptly(app: FastifyInstance): void {
  const underWay = new Map<Socket, number>();
  let closing = false;
  const count = (socket: Socket, change: number) => {
    const left = (underWay.get(socket) ?? 0) + change;
    underWay.set(socket, left);
    if (closing && left <= 0) socket.destroySoon();
  };
  app.server.on("connection", (socket: Socket) => {
    underWay.set(socket, 0);
    socket.once("close", () => underWay.delete(socket));
  });
  app.server.on("request", ({ socket }: IncomingMessage, response: ServerResponse) => {
    count(socket, 1);
    response.once("close", () => count(socket, -1));
  });
  app.addHook("preClose", async () => {
    closing = true;
    for (const [socket, requests] of underWay) if (requests <= 0) socket.destroySoon();
  });
}
