import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import * as z from "zod";
import { care } from "#contract/care/calls.ts";
import { roles } from "#contract/policy/roles.ts";
import { staff } from "#contract/staff/calls.ts";
import { oidcSettings } from "#server/config-oidc.ts";
import { runStaffCommand } from "#server/operations/staff.ts";
import { newId } from "#server/platform/ids.ts";
import { testApiKey } from "#server/testing/harness.ts";
import { providerBrowser } from "../testing/provider-browser.ts";
import { linked, openLink, startProviderPractice, teamOf } from "../testing/provider-practice.ts";
import type { ProviderProfile, ProviderTwin } from "../testing/provider-twin.ts";
import { invited, mailedToken, signedInStaff, staffBrowser, staffPassword } from "../testing/staff-people.ts";

let practice: Awaited<ReturnType<typeof startProviderPractice>>;
let twin: ProviderTwin;
const plain: ProviderProfile = { idToken: (person) => person };
beforeAll(async () => void (practice = await startProviderPractice({ STAFF_OIDC_JOIN: "roles" })));
beforeEach(async () => void (twin = await practice.moveTo(plain)));
afterAll(() => practice.close());

const claims = (email: string, roles: readonly string[] = ["nurse"]) => ({ email, name: "Ines Falk", roles });
const comesIn = (subject: string) => {
  twin.signsIn(subject);
  return providerBrowser(practice.server).go("/api/clinic/staff/oidc");
};
const memberOf = async (id: string) => (await teamOf(practice.server)).find((each) => each.id === id);
const counted = async (answer: string) => {
  const text = await practice.server.services.metrics.getSingleMetricAsString("outside_answers_total");
  return Number(new RegExp(`system="staff_sign_in",answer="${answer}",.*} (\\d+)`).exec(text)?.[1]);
};

describe("§4 an address nobody verified is nobody", () => {
  it.each([true, false, undefined, null, 0, "false", "true", []])(
    "another account with the e-mail of an administrator and email_verified %s is refused, and takes over nothing",
    async (verified) => {
      const { id, email } = await invited(practice.server, ["administrator"]);
      const thief = newId();
      twin.people.set(thief, { ...claims(email, ["physician", "administrator"]), email_verified: verified });
      expect(await comesIn(thief)).toBe("/clinic?problem=email_taken");
      expect(await memberOf(id)).toMatchObject({ status: "invited", roles: ["administrator"] });
    },
  );

  it("nor one written in capitals, or as the name to sign in with", async () => {
    const { email } = await invited(practice.server, ["administrator"]);
    const thief = newId();
    twin.people.set(thief, { ...claims(email.toUpperCase()), name: "Administrator" });
    expect(await comesIn(thief)).toBe("/clinic?problem=email_taken");
    twin.people.set(thief, { name: "Administrator", preferred_username: email, roles: ["nurse"] });
    expect(await comesIn(thief)).toBe("/clinic?problem=email_taken");
  });
});

describe("§4 a mailed link says who somebody is, once", () => {
  it("whoever opened it is that person from then on, whatever address the provider has of them", async () => {
    const { id, subject, page } = await linked(practice.server, twin, ["nurse"], () => claims("other@else.example"));
    expect(page).toBe("/clinic");
    expect(await memberOf(id)).toMatchObject({ status: "active", roles: ["nurse"], name: "Ines Falk" });
    expect(await comesIn(subject)).toBe("/clinic");
  });

  it("it works once, and not for who is somebody else here already", async () => {
    const first = await linked(practice.server, twin, ["nurse"], claims);
    const stranger = newId();
    twin.people.set(stranger, claims("stranger@else.example"));
    const again = { email: first.email, subject: stranger };
    expect(await openLink(practice.server, providerBrowser(practice.server), twin, again)).toBe(
      "/clinic?problem=link_expired",
    );
    const { email } = await invited(practice.server, ["administrator"]);
    expect(await openLink(practice.server, providerBrowser(practice.server), twin, { ...first, email })).toBe(
      "/clinic?problem=already_linked",
    );
    expect((await teamOf(practice.server)).find((each) => each.email === email)?.status).toBe("invited");
  });

  it("a link that is over, made up or missing leads nowhere", async () => {
    const subject = newId();
    twin.people.set(subject, claims("late@else.example"));
    twin.signsIn(subject);
    const tab = providerBrowser(practice.server);
    expect(await tab.go("/api/clinic/staff/oidc?link=1")).toBe("/clinic?problem=link_expired");
    tab.setCookie("staffLink", "x".repeat(43));
    expect(await tab.go("/api/clinic/staff/oidc?link=1")).toBe("/clinic?problem=link_expired");
    const { email } = await invited(practice.server, ["nurse"]);
    tab.setCookie("staffLink", await mailedToken(practice.server, email));
    practice.server.clock.advance(73 * 3_600_000);
    expect(await tab.go("/api/clinic/staff/oidc?link=1")).toBe("/clinic?problem=link_expired");
  });

  it("an account made anew at the provider needs a new link; the old one is nobody then", async () => {
    const { server } = practice;
    const { id, email, subject, tab } = await linked(server, twin, ["nurse"], claims);
    const anew = newId();
    twin.people.set(anew, claims(email));
    expect(await comesIn(anew)).toBe("/clinic?problem=email_taken");
    await server.call(staff.recoverMember, { params: { id }, body: {} }, { apiKey: testApiKey });
    expect(await tab.sees(care.patients)).toBe("staff_session_ended");
    expect(await openLink(server, providerBrowser(server), twin, { email, subject: anew })).toBe("/clinic");
    expect(await comesIn(subject)).toBe("/clinic?problem=email_taken");
    expect(await comesIn(anew)).toBe("/clinic");
  });

  it("whoever was linked before stays so; another issuer's same subject is another person", async () => {
    const { email, subject } = await linked(practice.server, twin, ["nurse"], claims);
    const { db } = practice.server.services;
    await db
      .updateTable("staff_member")
      .set({ oidc_issuer: `${twin.issuer}/` })
      .where("email", "=", email)
      .execute();
    expect(await comesIn(subject)).toBe("/clinic");
    twin = await practice.moveTo(plain);
    twin.people.set(subject, claims(email));
    expect(await comesIn(subject)).toBe("/clinic?problem=email_taken");
  });

  it("where roles are given here, nobody comes in without one", async () => {
    twin = await practice.moveTo(plain, { rolesFrom: "team" });
    const stranger = newId();
    twin.people.set(stranger, claims("stranger@else.example", ["administrator"]));
    expect(await comesIn(stranger)).toBe("/clinic?problem=not_invited");
    const { id } = await linked(practice.server, twin, ["nurse"], (email) => claims(email, ["administrator"]));
    expect((await memberOf(id))?.roles).toEqual(["nurse"]);
  });
});

describe("§4 only an invitation's link lets somebody in, unless the practice chose otherwise", () => {
  beforeEach(async () => void (twin = await practice.moveTo(plain, { joinByRoles: false })));

  it.each([...roles, "wizard"])("somebody unknown who is %s at the provider is made nobody", async (role) => {
    const stranger = newId();
    twin.people.set(stranger, claims(`${stranger}@practice.example`, [role]));
    expect(await comesIn(stranger)).toBe("/clinic?problem=not_invited");
    expect((await teamOf(practice.server)).map(({ email }) => email)).not.toContain(`${stranger}@practice.example`);
  });

  it("nor does one learn whose e-mail the team has", async () => {
    const { email } = await invited(practice.server, ["nurse"]);
    const stranger = newId();
    twin.people.set(stranger, claims(email));
    expect(await comesIn(stranger)).toBe("/clinic?problem=not_invited");
  });

  it("a link lets in, and whoever was made by a first sign-in while the practice allowed it still comes in", async () => {
    const { subject, page } = await linked(practice.server, twin, ["pharmacy"], (email) => claims(email, ["pharmacy"]));
    expect([page, await comesIn(subject)]).toEqual(["/clinic", "/clinic"]);
    const joined = newId();
    twin.people.set(joined, claims(`${joined}@practice.example`, ["administrator"]));
    practice.set({ joinByRoles: true });
    expect(await comesIn(joined)).toBe("/clinic");
    practice.set({ joinByRoles: false });
    expect(await comesIn(joined)).toBe("/clinic");
  });

  it("the setting is off unless it says roles", async () => {
    const parse = (value: Record<string, string>) => z.object(oidcSettings).parse(value).STAFF_OIDC_JOIN;
    expect([{}, { STAFF_OIDC_JOIN: "" }, { STAFF_OIDC_JOIN: "roles" }].map(parse)).toEqual(["off", "off", "roles"]);
    expect(() => parse({ STAFF_OIDC_JOIN: "1" })).toThrow();
  });
});

describe("§4 somebody is always left who gives roles", () => {
  it("the last administrator stays one, at a refresh and at a sign-in, and the practice is told", async () => {
    const own = await startProviderPractice();
    try {
      twin = await own.moveTo({ ...plain, refreshedIdToken: (person) => person });
      const { server } = own;
      const first = await linked(server, twin, ["administrator"], (email) => claims(email, ["administrator"]));
      twin.people.set(first.subject, claims(first.email, ["nurse"]));
      await first.tab.later(16);
      expect(await first.tab.sees(care.patients)).toBe("ok");
      expect((await first.tab.session())?.member?.roles.toSorted()).toEqual(["administrator", "nurse"]);
      twin.people.set(first.subject, claims(first.email, []));
      twin.signsIn(first.subject);
      const tab = providerBrowser(server);
      expect(await tab.go("/api/clinic/staff/oidc")).toBe("/clinic");
      expect((await tab.session())?.member?.roles).toEqual(["administrator"]);
      expect(await server.services.metrics.getSingleMetricAsString("outside_answers_total")).toMatch(
        /answer="no_administrator_left",means="ours"} 2/,
      );
      // With another one, the provider's word counts; and of two who go at once, one stays.
      const second = await linked(server, twin, ["administrator"], (email) => claims(email, ["administrator"]));
      twin.people.set(second.subject, claims(second.email, ["nurse"]));
      twin.people.set(first.subject, claims(first.email, ["nurse"]));
      for (let passed = 0; passed < 14; passed += 7) {
        server.clock.advance(7 * 60_000);
        await Promise.all([tab.sees(care.patients), second.tab.sees(care.patients)]);
      }
      server.clock.advance(2 * 60_000);
      await Promise.all([tab.sees(care.patients), second.tab.sees(care.patients)]);
      const administrators = (await teamOf(server)).filter(({ roles }) => roles.includes("administrator"));
      expect(administrators).toHaveLength(1);
    } finally {
      await own.close();
    }
  });

  it("an emergency account keeps the roles it has here", async () => {
    const { id, email, subject } = await linked(practice.server, twin, ["administrator"], (own) =>
      claims(own, ["administrator"]),
    );
    await linked(practice.server, twin, ["administrator"], (own) => claims(own, ["administrator"]));
    await runStaffCommand(practice.server.services, ["emergency", email]);
    twin.people.set(subject, claims(email, ["nurse"]));
    expect(await comesIn(subject)).toBe("/clinic");
    expect((await memberOf(id))?.roles.toSorted()).toEqual(["administrator", "nurse"]);
  });
});

describe("§4 where everybody comes by the provider, links lead there too", () => {
  it("an invitation and a new start open nothing with a password, except an emergency account's", async () => {
    const { server } = practice;
    twin = await practice.moveTo(plain, { only: true });
    const emergency = await signedInStaff(server, ["administrator"]);
    await runStaffCommand(server.services, ["emergency", emergency.email]);
    server.clock.advance(60_000);
    await emergency.browser.call(staff.proveCode, { body: { code: emergency.code() } });
    expect((await server.call(staff.signInOptions, {})).ok).toEqual({ provider: true, password: false });

    const accept = async (email: string) => {
      const browser = staffBrowser(server);
      const body = { token: await mailedToken(server, email), password: staffPassword };
      const { status, problem } = await browser.call(staff.acceptInvitation, { body });
      return [status, status === 200 ? "" : problem.code, browser.cookies()];
    };
    const person = await linked(server, twin, ["nurse"], claims);
    const { email } = await invited(server, ["nurse"]);
    expect(await accept(email)).toEqual([403, "forbidden", {}]);
    await server.call(staff.recoverMember, { params: { id: person.id }, body: {} }, { apiKey: testApiKey });
    expect(await accept(person.email)).toEqual([403, "forbidden", {}]);
    expect(await openLink(server, providerBrowser(server), twin, person)).toBe("/clinic");
    await server.call(staff.recoverMember, { params: { id: emergency.id }, body: {} }, { apiKey: testApiKey });
    expect((await accept(emergency.email))[0]).toBe(200);
  });
});

describe("§4 two tabs, and claims nobody would think of", () => {
  it("two tabs that begin at once both end", async () => {
    const subject = newId();
    twin.people.set(subject, claims(`${subject}@practice.example`));
    twin.signsIn(subject);
    const tab = providerBrowser(practice.server);
    const callbacks = [];
    for (const to of ["/clinic/inbox", "/clinic/team"])
      callbacks.push(await tab.go(`/api/clinic/staff/oidc?to=${to}`, { until: /oidc\/callback/ }));
    const pages = [];
    for (const callback of callbacks) pages.push(await tab.go(callback));
    expect(pages).toEqual(["/clinic/inbox", "/clinic/team"]);
    expect(await tab.sees(care.patients)).toBe("ok");
  });

  it("two first sign-ins at the same moment make one person", async () => {
    const subject = newId();
    twin.people.set(subject, claims(`${subject}@practice.example`));
    twin.signsIn(subject);
    const tabs = [providerBrowser(practice.server), providerBrowser(practice.server)];
    expect(await Promise.all(tabs.map((tab) => tab.go("/api/clinic/staff/oidc")))).toEqual(["/clinic", "/clinic"]);
    const team = await teamOf(practice.server);
    expect(team.filter(({ email }) => email === `${subject}@practice.example`)).toHaveLength(1);
  });

  it.each([
    ["sub", 42],
    ["sub", ["a"]],
    ["sub", ""],
    ["sub", "a\u0000b"],
    ["sub", "s".repeat(10_000)],
    ["sub", "żółw"],
    ["sub", undefined],
    ["roles", 7],
    ["roles", [["nurse"]]],
    ["roles", [null, "nurse"]],
    ["roles", Array.from({ length: 2000 }, (_, index) => `group ${index}`)],
  ])("%s as %j is refused with words", async (claim, value) => {
    const subject = newId();
    twin.people.set(subject, { ...claims(`${subject}@practice.example`), [claim]: value });
    const before = await counted("odd_answer");
    expect(await comesIn(subject)).toBe("/clinic?problem=misconfigured");
    expect((await counted("odd_answer")) - (before || 0)).toBe(1);
  });

  it.each([
    ["email", ["a@practice.example"]],
    ["email", { address: "a@practice.example" }],
    ["email", `a\u0000@practice.example`],
    ["email", `${"a".repeat(10_000)}@practice.example`],
    ["email", "a@practice.example\r\nBcc: b@else.example"],
  ])("%s as %j makes nobody", async (claim, value) => {
    const subject = newId();
    twin.people.set(subject, { ...claims(""), [claim]: value });
    expect(await comesIn(subject)).toBe("/clinic?problem=not_invited");
  });

  it.each([["\u0000"], ["n".repeat(10_000)], [["Ines"]], [{ given: "Ines" }], [12], ["   "], ["Ines\u202eFalk"]])(
    "a name like %j is not taken over",
    async (name) => {
      const { id } = await linked(practice.server, twin, ["nurse"], (email) => ({ ...claims(email), name }));
      expect((await memberOf(id))?.name).toBe("Ines Falk");
    },
  );

  it.each([
    ["roles", "nurse, pharmacy"],
    ["roles", "nurse pharmacy"],
    ["roles", { nurse: {}, pharmacy: {} }],
  ])("%s as %j are two roles", async (claim, value) => {
    const { id } = await linked(practice.server, twin, ["nurse"], (email) => ({ ...claims(email), [claim]: value }));
    expect((await memberOf(id))?.roles).toEqual(["nurse", "pharmacy"]);
  });

  it("a claim that is no own property of the answer gives no role", async () => {
    twin = await practice.moveTo(plain, { rolesClaim: "constructor.name" });
    const subject = newId();
    twin.people.set(subject, claims(`${subject}@practice.example`));
    expect(await comesIn(subject)).toBe("/clinic?problem=no_role");
  });
});
