import { expect, test } from "vitest";
import { sharedTestServer } from "#server/testing/harness.ts";

test("the page for developers shows the same document", async () => {
  const { app, services } = await sharedTestServer();
  const document = (await app.inject({ url: "/api/openapi.json" })).json<{
    paths: object;
    info: object;
    servers: object;
  }>();
  expect(Object.keys(document.paths).length).toBeGreaterThan(100);
  expect(document.servers).toEqual([{ url: services.config.publicUrl }]);
  expect(document.info).toMatchObject({ contact: { email: services.content.brand.supportemail } });
  expect((await app.inject({ url: "/api/docs/json" })).json()).toEqual(document);
  expect((await app.inject({ url: "/api/docs" })).statusCode).toBe(200);
});
