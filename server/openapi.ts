import { createHash } from "node:crypto";
import swagger from "@fastify/swagger";
import type { FastifyInstance } from "fastify";
import { jsonSchemaTransform } from "fastify-type-provider-zod";
import { idempotencyKeyPattern } from "#contract/http/endpoint.ts";
import type { Services } from "#server/platform/services.ts";

const idempotencyKey = {
  type: "string",
  pattern: idempotencyKeyPattern.source,
  description:
    "One key for one thing the patient means to do; a repeat with it is answered as the first time. Without one, the same request of the same patient within ten minutes counts as the same press.",
};

/** Declares the header on the calls that take it. */
const withIdempotencyKey: typeof jsonSchemaTransform = (document) => {
  const transformed = jsonSchemaTransform(document);
  const { "x-idempotency": isKeyed, ...schema } = (transformed.schema ?? {}) as Record<string, unknown>;
  const headers = { type: "object", properties: { "Idempotency-Key": idempotencyKey } };
  return { ...transformed, ...(isKeyed ? { schema: { ...schema, headers } } : {}) };
};

/** Requests for the document per address: enough for a developer's tools, not for a crowd. */
const openApiRateLimit = { points: 60, seconds: 60 };

/** Serves the contract as OpenAPI 3.1 at /api/openapi.json, and browsable at /api/docs outside production. Call it before the routes. */
export async function registerOpenApi(app: FastifyInstance, { config, content, limiter }: Services) {
  await app.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: { title: `${content.brand.name} API`, version: "1.0.0" },
      servers: [{ url: config.publicUrl }],
      components: {
        securitySchemes: {
          bearer: { type: "http", scheme: "bearer", bearerFormat: "JWT" },
          apiKey: { type: "apiKey", in: "header", name: "x-api-key" },
        },
      },
    },
    transform: withIdempotencyKey,
  });
  // Routes don't change while the node runs, so the document is generated once.
  let cachedDocument: { readonly json: string; readonly etag: string } | null = null;
  const renderDocument = () => {
    const json = JSON.stringify(app.swagger());
    return { json, etag: `"${createHash("sha256").update(json).digest("base64url")}"` };
  };
  app.get("/api/openapi.json", { schema: { hide: true } }, async (request, reply) => {
    await limiter.consume("openapi", request.ip, openApiRateLimit);
    const { json, etag } = (cachedDocument ??= renderDocument());
    void reply.headers({ etag, "cache-control": "public, no-cache" });
    const isNotModified = request.headers["if-none-match"]
      ?.split(",")
      .some((each) => each.trim().replace(/^W\//, "") === etag);
    return isNotModified ? reply.code(304).send() : reply.type("application/json; charset=utf-8").send(json);
  });
  if (config.production) return;
  const { default: ui } = await import("@fastify/swagger-ui");
  await app.register(ui, { routePrefix: "/api/docs", staticCSP: true });
}
