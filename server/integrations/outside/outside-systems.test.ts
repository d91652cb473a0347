import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { integrations } from "#contract/integrations/calls.ts";
import { roles } from "#contract/policy/roles.ts";
import { mailTable } from "#server/platform/mail/smtp-answers.ts";
import { alarmOfOutside } from "#server/platform/outside/alarms.ts";
import { staffSignIn } from "#server/staff/oidc/answers.ts";
import { startProviderPractice } from "#server/staff/testing/provider-practice.ts";
import type { ProviderTwin } from "#server/staff/testing/provider-twin.ts";
import { signedInStaff } from "#server/staff/testing/staff-people.ts";
import { testApiKey, type TestServer } from "#server/testing/harness.ts";

let practice: Awaited<ReturnType<typeof startProviderPractice>>;
let server: TestServer;
let provider: ProviderTwin;
beforeAll(async () => {
  practice = await startProviderPractice();
  ({ server } = practice);
  provider = await practice.moveTo({ idToken: (person) => person });
});
afterAll(() => practice.close());

const options = { apiKey: testApiKey };
const listed = async () => (await server.call(integrations.outsideSystems, {}, options)).ok.items;
/** Each by a key of its own, which has asked nothing yet. */
async function probed() {
  const body = { name: "Monitor", scopes: ["keys" as const] };
  const apiKey = (await server.call(integrations.createKey, { body }, options)).ok.secret;
  const { status, ok, raw } = await server.call(integrations.probeOutside, { body: {} }, { apiKey });
  if (status !== 200) throw new Error(raw.payload);
  return ok;
}
const of = <T extends { readonly system: string }>(items: readonly T[], system: string) =>
  items.filter((each) => each.system === system);

describe("decisions §16 an administrator sees how outside systems fare", () => {
  it("those that are used, by the names of the alarm's mail; without a failure they work", async () => {
    expect(await listed()).toEqual([
      { system: "webhooks", name: "A system that events are sent to", failures: [] },
      { system: "staff_sign_in", name: "The identity provider of the practice’s people", failures: [] },
    ]);
  });

  it("what fails, since when, what to do in the words of the mail, and whether it was mailed; those mailed of come first", async () => {
    const { outside, clock } = server.services;
    const since = clock.now();
    outside.of(mailTable).failed("login_refused", "EAUTH 535");
    await alarmOfOutside(server.services);
    server.clock.advance(60_000);
    outside.of(staffSignIn).failed("unavailable");
    await alarmOfOutside(server.services);
    await server.jobs.drain();

    const items = await listed();
    expect(items.map(({ system }) => system)).toEqual(["mail", "staff_sign_in", "webhooks"]);
    const [mail, signIn] = items;
    expect(mail?.failures).toEqual([
      {
        ...{ answer: "login_refused", todo: mailTable.rows.login_refused.practice },
        ...{ since: expect.any(String), alarmedat: expect.any(String) },
      },
    ]);
    expect(Math.abs(Date.parse(mail?.failures[0]?.since ?? "") - since.getTime())).toBeLessThan(5000);
    const [letter] = (await server.mailbox.list()).filter(({ subject }) => subject.includes(mailTable.name));
    expect(letter?.text).toContain(mail?.failures[0]?.todo);
    // One that may pass was mailed to nobody yet.
    expect(signIn?.failures).toMatchObject([{ answer: "unavailable", alarmedat: null }]);
  });

  it("works again after a good answer, before the mail that says so is sent", async () => {
    server.clock.advance(1000);
    server.services.outside.of(mailTable).worked();
    await server.services.outside.write();
    expect(of(await listed(), "mail")).toMatchObject([{ failures: [] }]);
  });
});

describe("decisions §16 an administrator asks outside systems now", () => {
  const mails = async () => (await server.mailbox.list()).length;

  it("a good answer ends what failed, and sends nothing to anybody", async () => {
    const before = await mails();
    const { items, checks } = await probed();
    expect(checks).toEqual([{ system: "staff_sign_in", checked: "takes the client's id and secret", todo: null }]);
    expect(of(items, "staff_sign_in")).toMatchObject([{ failures: [] }]);
    await server.jobs.drain();
    expect(await mails()).toBe(before);
  });

  it("a bad one is a failure at once, with what to do", async () => {
    server.clock.advance(1000);
    practice.set({ clientSecret: "the one before" });
    const { items, checks } = await probed();
    const todo = staffSignIn.rows.client_refused.practice;
    expect(checks).toEqual([{ system: "staff_sign_in", checked: "takes the client's id and secret", todo }]);
    expect(of(items, "staff_sign_in")).toMatchObject([{ failures: [{ answer: "client_refused", todo }] }]);
    expect(await listed()).toEqual(items);

    server.clock.advance(1000);
    provider.goDown(true);
    const down = of((await probed()).items, "staff_sign_in")[0];
    expect(down?.failures.map(({ answer }) => answer)).toEqual(["client_refused", "unavailable"]);
  });

  it.each(roles.filter((role) => role !== "physician"))("%s: only an administrator may", async (role) => {
    const { browser } = await signedInStaff(server, [role]);
    const mayRead = await browser.call(integrations.outsideSystems, {});
    const mayProbe = await browser.call(integrations.probeOutside, { body: {} });
    expect([mayRead.status, mayProbe.status]).toEqual(role === "administrator" ? [200, 200] : [403, 403]);
    if (role !== "administrator") return;
    const audited = await server.services.db
      .selectFrom("audit_event")
      .select("call")
      .where("call", "in", ["integrations.outsideSystems", "integrations.probeOutside"])
      .where("actor", "like", "staff:%")
      .where("status", "=", 200)
      .execute();
    expect(audited.map(({ call }) => call).toSorted()).toEqual([
      "integrations.outsideSystems",
      "integrations.probeOutside",
    ]);
  });

  it("once in ten seconds", async () => {
    const { browser } = await signedInStaff(server, ["administrator"]);
    expect((await browser.call(integrations.probeOutside, { body: {} })).status).toBe(200);
    const { status, problem } = await browser.call(integrations.probeOutside, { body: {} });
    expect([status, problem.code]).toEqual([429, "rate_limited"]);
  });
});
