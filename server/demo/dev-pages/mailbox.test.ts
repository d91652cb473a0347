import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "#server/platform/ids.ts";
import { startTestServer, type TestServer } from "#server/testing/harness.ts";

let server: TestServer;
beforeAll(async () => void (server = await startTestServer()));
afterAll(() => server.close());

const get = (url: string) => server.app.inject({ url });

test("dev mailbox: lists the mails and shows each with its links, without scripts", async () => {
  expect((await get("/dev/mailbox")).payload).toContain("No mail yet");
  const text = `<b>Ana</b>, go on here: ${server.services.config.publicUrl}`;
  await server.mailbox.send({ id: newId(), to: "ana@example.com", subject: "<b>News</b>", text, html: "" });
  const list = await get("/dev/mailbox");
  expect(list.headers).toMatchObject({ "content-type": "text/html; charset=utf-8", "cache-control": "no-store" });
  const [, href = ""] = /href="(\/dev\/mailbox\/[\w-]{36})"/.exec(list.payload) ?? [];
  const mail = await get(href);
  expect(mail.statusCode).toBe(200);
  expect(mail.payload).toContain("&lt;b&gt;Ana&lt;/b&gt;");
  expect(mail.payload).toContain(`<a href="${server.services.config.publicUrl}">`);
  expect(list.payload + mail.payload).not.toMatch(/<script|style=|<b>/);
});

test("dev mailbox: its style comes from this origin, as the content security policy asks", async () => {
  const page = await get("/dev/mailbox");
  const [, href = ""] = /rel="stylesheet" href="([^"]+)"/.exec(page.payload) ?? [];
  expect((await get(href)).headers["content-type"]).toContain("text/css");
  expect(page.headers["content-security-policy"]).toContain("default-src 'self'");
});

test("dev mailbox: an unknown mail is not found", async () => {
  expect((await get("/dev/mailbox/none")).statusCode).toBe(404);
});
