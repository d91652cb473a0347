import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { setImmediate as nextCheck, setTimeout as wait } from "node:timers/promises";
import type { FastifyInstance } from "fastify";

declare module "fastify" {
  interface FastifyInstance {
    /** The node is stopping: it is not ready, and each answer is the last on its connection. */
    draining: boolean;
  }
}

/** How long an open connection may still send a request once the server closes, in milliseconds. */
const idleCloseMs = 2000;
/** A connection opened this recently, in milliseconds, may have a request on its way. */
const newConnectionMs = 1000;
/** Maximum number of event loop ticks to wait for one without arrivals. */
const maxTicks = 200;

/**
 * A shutdown that loses no request. First the node only reports that it is not ready and answers with `Connection: close`, so that clients
 * leave after an answer each. After the grace period it stops listening, closes idle connections and finishes requests under way.
 * Returns the function that starts it; closing the app does the rest.
 */
export function prepareGracefulShutdown(app: FastifyInstance): (graceMs: number) => Promise<void> {
  const connections = new Map<Socket, { readonly at: number; activeRequests: number }>();
  let closing = false;
  let arrivals = 0;
  const count = (socket: Socket, change: number) => {
    const connection = connections.get(socket);
    if (!connection) return;
    connection.activeRequests += change;
    if (closing && connection.activeRequests <= 0) socket.destroySoon();
  };
  app.server.on("connection", (socket: Socket) => {
    arrivals += 1;
    connections.set(socket, { at: performance.now(), activeRequests: 0 });
    socket.once("close", () => connections.delete(socket));
  });
  app.server.on("request", ({ socket }: IncomingMessage, response: ServerResponse) => {
    arrivals += 1;
    count(socket, 1);
    response.once("close", () => count(socket, -1));
  });
  // The realtime hub closes its sockets itself.
  app.server.on("upgrade", ({ socket }: IncomingMessage) => void connections.delete(socket));

  /** A tick without arrivals: nothing that has already arrived is cut off, also after the node stood still for a while. */
  async function untilNothingArrives() {
    for (let tick = 0, previousArrivals = -1; tick < maxTicks && previousArrivals !== arrivals; tick += 1) {
      previousArrivals = arrivals;
      await nextCheck();
    }
  }

  app.addHook("preClose", async () => {
    app.draining = true;
    await untilNothingArrives();
    closing = true;
    const now = performance.now();
    for (const [socket, { at, activeRequests }] of connections)
      if (activeRequests <= 0 && socket.bytesRead === 0 && now - at > newConnectionMs) socket.destroySoon();
    // Those between two requests; Node would wait forever for those in the middle of sending one.
    app.server.closeIdleConnections();
    setTimeout(async () => {
      await untilNothingArrives();
      for (const [socket, { activeRequests }] of connections) if (activeRequests <= 0) socket.destroySoon();
    }, idleCloseMs).unref();
  });

  return async (graceMs) => {
    app.draining = true;
    await wait(graceMs);
  };
}
