import fastify from "fastify";
import type { Registry } from "prom-client";

/** Serves `/metrics` on a separate port, for a scraper inside the network. */
export async function startMetricsServer(port: number, registry: Registry) {
  const app = fastify({ logger: false });
  app.get("/metrics", async (_request, reply) => reply.type(registry.contentType).send(await registry.metrics()));
  await app.listen({ host: "0.0.0.0", port });
  return app;
}
