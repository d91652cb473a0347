import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { staff } from "#contract/staff/calls.ts";
import { staffBrowser, staffPassword, signedInStaff } from "#server/staff/testing/staff-people.ts";
import { startTestServer, type TestServer } from "#server/testing/harness.ts";
import { runStaffCommand } from "./staff.ts";

let server: TestServer;
beforeAll(async () => void (server = await startTestServer()));
afterAll(() => server.close());

const run = (...args: readonly string[]) => runStaffCommand(server.services, args);
const tokenIn = (text: string) => /#([\w-]{43})/.exec(text)?.[1] ?? "";
const enter = (token: string) =>
  staffBrowser(server).call(staff.acceptInvitation, { body: { token, password: staffPassword } });

describe("decisions §11 `npm run staff` on the host", () => {
  it("makes the first administrator of an empty installation, by a link it prints", async () => {
    expect(await run("list")).toBe("Nobody yet.");
    const printed = await run("invite", "Ada@practice.example", "Ada Brook", "administrator,nurse");
    expect(printed).toContain(`${server.services.config.publicUrl}/clinic/join#`);
    expect((await enter(tokenIn(printed))).ok).toMatchObject({
      stage: "enrolling",
      member: { email: "ada@practice.example", roles: ["administrator", "nurse"] },
    });
    // With a password alone they haven't come in yet.
    expect(await run("list")).toBe("ada@practice.example\tAda Brook\tadministrator,nurse\tinvited");
  });

  it("gives somebody who lost everything a new way in, also the last administrator, also a disabled one", async () => {
    const person = await signedInStaff(server, ["administrator"]);
    await run("disable", person.email);
    expect((await person.browser.call(staff.members, {})).problem.code).toBe("staff_session_ended");
    const printed = await run("recover", person.email);
    expect((await enter(tokenIn(printed))).ok).toMatchObject({ stage: "enrolling", proofs: [] });
    // Interrupted there, the same link goes on; the next one ends it.
    expect((await enter(tokenIn(printed))).ok).toMatchObject({ stage: "enrolling", proofs: [] });
    await run("recover", person.email);
    expect((await enter(tokenIn(printed))).problem.code).toBe("link_expired");
  });

  it.each([
    [[], /Say what to do/],
    [["remove"], /Say what to do/],
    [["invite", "no-address", "Ada", "nurse"], /not an e-mail address/],
    [["invite", "b@practice.example", "Ada", "boss"], /no role boss/],
    [["invite", "b@practice.example", "Ada"], /Say what to do/],
    [["invite", "b@practice.example", "Ada", "physician"], /choose a doctor/],
    [["disable", "nobody@practice.example"], /Nobody in the team/],
  ])("bad input: %j", async (args, words) => {
    await expect(async () => run(...args)).rejects.toThrow(words);
  });
});
