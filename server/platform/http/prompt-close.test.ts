import { once } from "node:events";
import { connect } from "node:net";
import fastify from "fastify";
import { expect, test } from "vitest";
import { closePromptly } from "./prompt-close.ts";

test("a stop waits for requests under way, not for connections that asked nothing", async () => {
  const app = fastify();
  closePromptly(app);
  const working = Promise.withResolvers<void>();
  const started = Promise.withResolvers<void>();
  app.get("/", async () => {
    started.resolve();
    await working.promise;
    return "done";
  });
  await app.listen({ host: "127.0.0.1", port: 0 });
  const { port } = app.server.address() as { port: number };
  const idle = connect(port, "127.0.0.1").resume();
  await once(idle, "connect");
  const answer = fetch(`http://127.0.0.1:${port}/`).then((response) => response.text());
  await started.promise;

  const closed = app.close();
  await once(idle, "close");
  working.resolve();
  expect(await answer).toBe("done");
  await closed;
});
