import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, expect, test } from "vitest";
import { readConfig } from "#server/config.ts";
import { probeAtStart } from "#server/probes.ts";
import { startTestServer } from "#server/testing/harness.ts";
import { outsideTable } from "./outside-table.ts";
import { type Probe, probeReport, runProbes } from "./probe.ts";

const config = readConfig({ NODE_ENV: "test", SECRETS_KEY: "a key for tests, long enough for it" });
const silent = createServer(() => undefined);
afterAll(() => {
  silent.closeAllConnections();
  silent.close();
});

const works: Probe = {
  system: "redis",
  name: "Redis",
  run: async () => [{ system: "redis", checked: "counts", problem: null }],
};
const refused: Probe = {
  system: "mail",
  name: "The mail server",
  run: async (_, { sends }) => [
    {
      system: "mail",
      checked: sends ? "takes a mail to the operator" : "signs us in",
      problem: { answer: "login_refused", todo: "Renew the password in SMTP_URL.", code: "EAUTH 535" },
    },
  ],
};
const notSetUp: Probe = { system: "files", name: "The bucket", run: async () => [] };
const throws: Probe = {
  system: "payments",
  name: "Stripe",
  run: async () => {
    throw Object.assign(new Error("sk_live_secret is not a key"), { code: "ERR_KEY" });
  },
};
const neverAnswers: Probe = {
  system: "staff_sign_in",
  name: "The sign-in provider",
  run: async () => {
    await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
    await fetch(`http://127.0.0.1:${(silent.address() as AddressInfo).port}`);
    return [];
  },
};

test("each system is one line, whatever its probe does; a message of an error isn't shown", async () => {
  const all = [works, refused, notSetUp, throws, neverAnswers];
  const results = await runProbes(all, config, { sends: true }, 50);
  expect(probeReport(all, results).split("\n")).toEqual([
    "ok      Redis: counts",
    "FAILED  The mail server: takes a mail to the operator. Renew the password in SMTP_URL. (EAUTH 535)",
    "FAILED  Stripe: answers. It couldn't be asked. The log and the system's own status say more. (ERR_KEY)",
    "FAILED  The sign-in provider: answers. It didn't answer within 0.05 seconds. (timeout)",
  ]);
});

test("at the start of a node, what fails is logged and alarmed, and what works ends an alarm", async () => {
  const server = await startTestServer();
  const { services } = server;
  const row = { comes: "x", person: "nothing", practice: "Do something.", means: "ours" } as const;
  for (const [system, name] of [
    ["mail", "The mail server"],
    ["redis", "Redis"],
  ] as const)
    services.outside.of(outsideTable({ system, name, rows: { login_refused: row }, unknown: { person: "nothing" } }));
  const failing = () =>
    services.db
      .selectFrom("outside_failure")
      .select(["system", "answer"])
      .where("failing_since", "is not", null)
      .execute();
  await probeAtStart(services, [works, refused, throws]);
  await services.outside.write();
  // Nothing in this server reports on Stripe: the sandbox has no table.
  expect(await failing()).toEqual([{ system: "mail", answer: "login_refused" }]);
  expect(server.logged()).toContain("mail: signs us in: failed. Renew the password in SMTP_URL.");
  expect(server.logged()).toContain("payments: answers: failed.");
  const mailWorks = { ...refused, run: async () => [{ system: "mail" as const, checked: "signs in", problem: null }] };
  await probeAtStart(services, [mailWorks]);
  await services.outside.write();
  expect(await failing()).toEqual([]);
  await server.close();
});
