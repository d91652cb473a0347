import { createHash } from "node:crypto";
import type { FastifyInstance } from "fastify";
import type { Services } from "#server/platform/services.ts";
import { openApiDocument } from "./document.ts";

/** Requests for the document per address: enough for a developer's tools, not for a crowd. */
const openApiRateLimit = { points: 60, seconds: 60 };

/** Serves the contract as OpenAPI 3.1 at /api/openapi.json, and browsable at /api/docs outside production. */
export async function registerOpenApi(app: FastifyInstance, { config, content, limiter }: Services) {
  const { name, supportemail } = content.brand;
  const document = () => openApiDocument({ title: name, supportEmail: supportemail, url: config.publicUrl });
  // The contract doesn't change while the node runs, so the document is generated once.
  let cachedDocument: { readonly json: string; readonly etag: string } | null = null;
  const renderDocument = () => {
    const json = JSON.stringify(document());
    return { json, etag: `"${createHash("sha256").update(json).digest("base64url")}"` };
  };
  app.get("/api/openapi.json", async (request, reply) => {
    await limiter.consume("openapi", request.ip, openApiRateLimit);
    const { json, etag } = (cachedDocument ??= renderDocument());
    void reply.headers({ etag, "cache-control": "public, no-cache" });
    const isNotModified = request.headers["if-none-match"]
      ?.split(",")
      .some((each) => each.trim().replace(/^W\//, "") === etag);
    return isNotModified ? reply.code(304).send() : reply.type("application/json; charset=utf-8").send(json);
  });
  if (config.production) return;
  const [{ default: swagger }, { default: ui }] = await Promise.all([
    import("@fastify/swagger"),
    import("@fastify/swagger-ui"),
  ]);
  // The page shows our document, when it is asked for, in place of one collected from the routes.
  await app.register(swagger, {
    openapi: {},
    transform: ({ url }) => ({ schema: { hide: true }, url }),
    transformObject: document as never,
  });
  await app.register(ui, { routePrefix: "/api/docs", staticCSP: true });
}
