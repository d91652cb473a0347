import swagger from "@fastify/swagger";
import type { FastifyInstance } from "fastify";
import { jsonSchemaTransform } from "fastify-type-provider-zod";
import type { Services } from "#server/platform/services.ts";

/** The contract as OpenAPI 3.1 at /api/openapi.json, browsable at /api/docs outside production. Before the routes. */
export async function registerOpenApi(app: FastifyInstance, { config, content }: Services) {
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
    transform: jsonSchemaTransform,
  });
  app.get("/api/openapi.json", { schema: { hide: true } }, async () => app.swagger());
  if (config.production) return;
  const { default: ui } = await import("@fastify/swagger-ui");
  await app.register(ui, { routePrefix: "/api/docs", staticCSP: true });
}
