import fastify, { type FastifyInstance } from "fastify";
import { sql } from "kysely";
import { collectDefaultMetrics, Histogram, type Registry } from "prom-client";
import type { Services } from "#server/platform/services.ts";

/** Caches the result of `load` for a second. */
function atMostOncePerSecond<T>(load: () => Promise<T>): () => Promise<T> {
  let last: { readonly at: number; readonly answer: Promise<T> } | null = null;
  return () => {
    const now = performance.now();
    if (last === null || now - last.at >= 1000) last = { at: now, answer: load() };
    return last.answer;
  };
}

/** `/health/live`, `/health/ready`, and Prometheus text at `/metrics` for callers with the token or access to the port. */
export function registerHealth(app: FastifyInstance, { db, config, clockGuard, metrics: registry }: Services) {
  // Anyone may ask, so the database is queried at most once a second; a probe is never refused.
  const ready = atMostOncePerSecond(() =>
    sql`select 1`.execute(db).then(
      () => true,
      () => false,
    ),
  );
  app.get("/health/live", async () => ({ status: "live" }));
  app.get("/health/ready", async (_request, reply) => {
    // So that a proxy sends new requests elsewhere.
    if (app.draining) return reply.code(503).send({ status: "stopping" });
    if (!(await ready())) return reply.code(503).send({ status: "database unavailable" });
    const offBy = clockGuard.offByMs();
    // Still ready: it answers what is read, and with every node's clock wrong nobody else would.
    return {
      status: "ready",
      ...(offBy !== 0 && { clock: `wrong by ${Math.round(offBy / 1000)} s: no jobs, no orders` }),
    };
  });

  collectDefaultMetrics({ register: registry });
  const duration = new Histogram({
    name: "http_request_duration_seconds",
    help: "Duration of requests by route and status",
    labelNames: ["method", "route", "status"],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 3, 10],
    registers: [registry],
  });
  app.addHook("onResponse", async (request, reply) => {
    duration.observe(
      { method: request.method, route: request.routeOptions.url ?? "none", status: reply.statusCode },
      reply.elapsedTime / 1000,
    );
  });
  if (config.metrics.token) {
    app.get("/metrics", async (request, reply) => {
      if (request.headers.authorization !== `Bearer ${config.metrics.token}`) return reply.code(401).send();
      return reply.type(registry.contentType).send(await registry.metrics());
    });
  }
}

/** Serves `/metrics` on a separate port, for a scraper inside the network. */
export async function startMetricsServer(port: number, registry: Registry) {
  const app = fastify({ logger: false });
  app.get("/metrics", async (_request, reply) => reply.type(registry.contentType).send(await registry.metrics()));
  await app.listen({ host: "0.0.0.0", port });
  return app;
}
