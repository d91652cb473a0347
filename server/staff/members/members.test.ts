import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { care } from "#contract/care/calls.ts";
import { integrations } from "#contract/integrations/calls.ts";
import { staff } from "#contract/staff/calls.ts";
import { newId } from "#server/platform/ids.ts";
import { startTestServer, testApiKey, type TestServer } from "#server/testing/harness.ts";
import {
  invited,
  mailedToken,
  signedInStaff,
  staffBrowser,
  staffPassword,
  type StaffPerson,
} from "../testing/staff-people.ts";

let server: TestServer;
let administrator: StaffPerson;
beforeAll(async () => {
  server = await startTestServer();
  administrator = await signedInStaff(server, ["administrator"]);
});
afterAll(() => server.close());

const asKey = { apiKey: testApiKey };
const freeDoctor = async () => {
  const taken = server.services.db.selectFrom("staff_member").select("doctor_id").where("doctor_id", "is not", null);
  const { id } = await server.services.db
    .selectFrom("doctor")
    .select("id")
    .where("id", "not in", taken)
    .executeTakeFirstOrThrow();
  return id;
};

describe("decisions §11 the team", () => {
  it("invitations make people, and the list says how each stands", async () => {
    const { id, email } = await invited(server, ["nurse", "patient_services"]);
    const { ok } = await administrator.browser.call(staff.members, {});
    expect(ok.items.find((each) => each.id === id)).toMatchObject({
      ...{ email, status: "invited", roles: ["nurse", "patient_services"], passkeys: 0, hasauthenticator: false },
      lastsignedinat: null,
    });
    expect(ok.items.find((each) => each.id === administrator.id)).toMatchObject({
      ...{ status: "active", hasauthenticator: true, recoverycodesleft: 10, invitationexpiresat: null },
    });
  });

  it("bad input: an e-mail that is there already, in other letters; no role; a physician without a doctor, or with a colleague's", async () => {
    const invite = (body: object) =>
      server.call(staff.invite, { body: { name: "Ines Falk", roles: ["nurse"], ...body } as never }, asKey);
    const again = await invite({ email: administrator.email.toUpperCase() });
    expect([again.status, again.problem.code]).toEqual([409, "member_exists"]);
    expect((await invite({ email: "a@practice.example", roles: [] })).status).toBe(400);
    expect((await invite({ email: "a@practice.example", roles: ["owner"] })).status).toBe(400);
    const physician = { email: "a@practice.example", roles: ["physician"] };
    expect((await invite(physician)).problem.code).toBe("doctor_needed");
    const doctorid = await freeDoctor();
    const first = await invite({ ...physician, doctorid });
    expect(first.status).toBe(201);
    const second = await invite({ ...physician, email: "b@practice.example", doctorid });
    expect(second.problem.code).toBe("doctor_needed");
    expect((await invite({ ...physician, email: "c@practice.example", doctorid: "nobody" })).problem.code).toBe(
      "doctor_needed",
    );
    // Once the colleague has left, the doctor is free for another one.
    await server.call(staff.disableMember, { params: { id: first.ok.id }, body: {} }, asKey);
    expect((await invite({ ...physician, email: "d@practice.example", doctorid })).status).toBe(201);
  });

  it("a press repeated invites once, and mails once", async () => {
    const body = { email: `s-${newId()}@practice.example`, name: "Ines Falk", roles: ["nurse" as const] };
    const key = newId();
    const answers = [
      await server.call(staff.invite, { body }, { ...asKey, key }),
      await server.call(staff.invite, { body }, { ...asKey, key }),
    ];
    expect(answers[0]?.ok).toEqual(answers[1]?.ok);
    await server.jobs.drain();
    expect(await server.mailbox.list(body.email)).toHaveLength(1);
  });

  it("roles count from the next call on", async () => {
    const person = await signedInStaff(server, ["nurse"]);
    const look = async () => (await person.browser.call(care.conversations, { query: {} })).status;
    const record = async () => (await person.browser.call(care.incoming, { query: {} })).status;
    expect([await look(), await record()]).toEqual([200, 200]);
    const body = { name: "Ines Falk", roles: ["finance" as const] };
    await administrator.browser.call(staff.updateMember, { params: { id: person.id }, body });
    expect([await look(), await record()]).toEqual([403, 403]);
  });

  it("whoever is disabled is out with their next call, and their links end; enabled again, they come in with what they had", async () => {
    const person = await signedInStaff(server, ["nurse"]);
    const params = { id: person.id };
    const disabled = await administrator.browser.call(staff.disableMember, { params, body: {} });
    expect(disabled.ok.status).toBe("disabled");
    expect((await person.browser.call(care.patients, { query: {} })).problem.code).toBe("staff_session_ended");
    expect((await administrator.browser.call(staff.disableMember, { params, body: {} })).ok).toEqual(disabled.ok);
    await administrator.browser.call(staff.enableMember, { params, body: {} });
    expect((await person.browser.call(care.patients, { query: {} })).problem.code).toBe("staff_session_ended");
    server.clock.advance(60_000);
    await person.browser.call(staff.signIn, { body: { email: person.email, password: staffPassword } });
    expect((await person.browser.call(staff.proveCode, { body: { code: person.code() } })).ok.stage).toBe("open");
  });

  it("whoever lost phone and passkey starts anew: what they had ends at once, and a link is mailed", async () => {
    const person = await signedInStaff(server, ["nurse"]);
    await reproved(administrator);
    const { ok } = await administrator.browser.call(staff.recoverMember, { params: { id: person.id }, body: {} });
    expect(ok).toMatchObject({ status: "invited", hasauthenticator: false, recoverycodesleft: 0 });
    expect((await person.browser.call(care.patients, { query: {} })).problem.code).toBe("staff_session_ended");
    const browser = staffBrowser(server);
    expect((await browser.call(staff.signIn, { body: { email: person.email, password: staffPassword } })).status).toBe(
      401,
    );
    const token = await mailedToken(server, person.email);
    expect((await server.call(staff.invitation, { body: { token } })).ok.kind).toBe("recovery");
    expect((await browser.call(staff.acceptInvitation, { body: { token, password: staffPassword } })).ok.stage).toBe(
      "enrolling",
    );
  });

  it("nobody disables or resets themself", async () => {
    await reproved(administrator);
    const input = { params: { id: administrator.id }, body: {} };
    expect((await administrator.browser.call(staff.disableMember, input)).problem.code).toBe("own_account");
    expect((await administrator.browser.call(staff.recoverMember, input)).problem.code).toBe("own_account");
  });

  it("the last administrator stays, also where two remove each other at the same moment", async () => {
    const practice = await startTestServer();
    try {
      const [one, two] = [
        await signedInStaff(practice, ["administrator"]),
        await signedInStaff(practice, ["administrator", "nurse"]),
      ];
      const disable = (by: StaffPerson, id: string) =>
        by.browser.call(staff.disableMember, { params: { id }, body: {} });
      const both = await Promise.all([disable(one, two.id), disable(two, one.id)]);
      expect(both.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
      const left = both[0]?.status === 200 ? one : two;
      const body = { name: "Ines Falk", roles: ["nurse" as const] };
      const demoted = await left.browser.call(staff.updateMember, { params: { id: left.id }, body });
      expect([demoted.status, demoted.problem.code]).toEqual([409, "last_administrator"]);
    } finally {
      await practice.close();
    }
  });

  it("keys, roles and people need a proof of the last five minutes; the list does not", async () => {
    const person = await signedInStaff(server, ["administrator"]);
    server.clock.advance(5 * 60_000);
    const nurse = { email: "n@practice.example", name: "N", roles: ["nurse" as const] };
    const { problem } = await person.browser.call(staff.invite, { body: nurse });
    expect(problem.code).toBe("proof_required");
    expect((await person.browser.call(staff.members, {})).status).toBe(200);
    const key = await person.browser.call(integrations.createKey, { body: { name: "x", scopes: ["rx"] } });
    expect(key.problem.code).toBe("proof_required");
    await reproved(person);
    expect((await person.browser.call(integrations.createKey, { body: { name: "x", scopes: ["rx"] } })).status).toBe(
      201,
    );
  });
});

async function reproved(person: StaffPerson) {
  server.clock.advance(60_000);
  await person.browser.call(staff.proveCode, { body: { code: person.code() } });
}
