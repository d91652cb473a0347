import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { treatment } from "#contract/treatment/calls.ts";
import { handedOver } from "#server/care/testing/handed-over.ts";
import { movableClock } from "#server/platform/clock/clock.ts";
import { startTestServer, type TestServer } from "#server/testing/harness.ts";
import { registerDevClock } from "./dev-clock.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ careDesk: true }, { CARE_DESK_PACE_SECONDS: "0" });
});
afterAll(() => server.close());

const move = (hours: string) =>
  server.app.inject({
    method: "POST",
    url: "/dev/clock",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    payload: new URLSearchParams({ hours }).toString(),
  });

describe("/dev/clock", () => {
  test("shows the clinic's time with plain forms, without scripts", async () => {
    const { statusCode, payload, headers } = await server.app.inject({ url: "/dev/clock" });
    expect(statusCode).toBe(200);
    expect(headers["cache-control"]).toBe("no-store");
    expect(payload).toContain('<form method="post" action="/dev/clock">');
    expect(payload).not.toMatch(/<script|style=/);
    const css = await server.app.inject({ url: "/dev/clock/style.css" });
    expect(css.headers["content-type"]).toContain("text/css");
  });

  test.each(["", "0", "-5", "1.5", "100000", "soon"])("%j hours are refused", async (hours) => {
    const before = server.clock.offset;
    expect((await move(hours)).statusCode).toBe(400);
    expect(server.clock.offset).toBe(before);
  });

  test("§9 an order is shipped and delivered as time passes", async () => {
    const rosa = await handedOver(server);
    await server.runCareDesk();
    const { statusCode, headers } = await move("120");
    expect([statusCode, headers["location"]]).toEqual([303, "/dev/clock"]);
    const { ok } = await signInAgain(rosa);
    const timeline = ok.orders[0]?.timeline ?? [];
    expect(ok.orders[0]?.status).toBe("delivered");
    const times = timeline.map(({ at }) => Date.parse(at ?? ""));
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    const day = (event: string) => Date.parse(timeline.find((entry) => entry.event === event)?.at ?? "") / 86_400_000;
    expect(day("shipped") - day("paid")).toBeGreaterThanOrEqual(1);
    expect(day("delivered") - day("shipped")).toBeGreaterThanOrEqual(3);
  });

  test("a restart keeps the time", async () => {
    await move("24");
    const clock = movableClock();
    const { default: fastify } = await import("fastify");
    const app = fastify();
    await registerDevClock(app, { ...server.services, clock });
    expect(clock.offset).toBe(server.clock.offset);
    await app.close();
  });
});

async function signInAgain({ email, password }: { email: string; password: string }) {
  const { auth } = await import("#contract/auth.ts");
  const { ok } = await server.call(auth.signIn, { body: { email, password, role: "PATIENT" } });
  return server.call(treatment.overview, {}, { token: ok.idToken });
}
