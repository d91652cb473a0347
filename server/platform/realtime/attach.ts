import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import type { FastifyInstance } from "fastify";
import { socketPath } from "#contract/realtime.ts";
import { refuseUpgrade } from "../http/error-response.ts";
import { Refusal } from "../refusal.ts";
import type { Services } from "../services.ts";
import type { Hub } from "./hub.ts";
import type { RealtimePorts } from "./ports.ts";

/**
 * Adds the sockets to a server that is not listening yet. They and the connection for signals open when it
 * listens; a shutdown closes the sockets first, so that it does not wait for browsers.
 */
export function attachRealtime(app: FastifyInstance, services: Services, ports: RealtimePorts): void {
  let hubPromise: Promise<Hub> | null = null;
  let closing = false;
  const createHubOnce = async () => {
    const { createHub } = await import("./hub.ts");
    services.signals.open();
    return createHub(services, ports, services.metrics);
  };
  const openHub = () => (hubPromise ??= createHubOnce());

  app.server.on("upgrade", (request: IncomingMessage, socket: Duplex, head: Buffer<ArrayBuffer>) => {
    socket.on("error", () => undefined);
    const [path] = (request.url ?? "").split("?", 1);
    if (closing || path !== `${socketPath}/`) return refuseUpgrade(services.content, socket, new Refusal("not_found"));
    openHub().then(
      ({ upgrade }) => upgrade(request, socket, head),
      () => socket.destroy(),
    );
  });
  // Long polling, socket.io's default, in the words of its protocol.
  app.route({
    method: ["GET", "POST"],
    url: `${socketPath}/`,
    handler: (_request, reply) => reply.code(400).send({ code: 0, message: "Transport unknown" }),
  });
  app.addHook("onListen", async () => void (await openHub()));
  app.addHook("preClose", async () => {
    closing = true;
    await (await hubPromise)?.close();
  });
}
