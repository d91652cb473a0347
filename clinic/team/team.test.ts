import { describe, expect, test } from "vitest";
import { member } from "#clinic/testing/staff.ts";
import { staffMemberCalls } from "#contract/staff/members.ts";
import { roles } from "#contract/policy/roles.ts";
import { refusalFields } from "./member-form.tsx";
import { memberActions, memberStatus, signsInWith } from "./member-status.ts";
import { roleLabels } from "#clinic/ui/labels/role-labels.ts";

const now = new Date("2026-11-25T17:00:00Z");

describe("decisions §11 somebody of the team", () => {
  test.each([
    [member(), "Active", /^Signed in today at/],
    [member({ lastsignedinat: null }), "Active", /^Never signed in$/],
    [
      member({ status: "invited", invitationexpiresat: "2026-11-27T17:00:00Z" }),
      "Invited",
      /^Link works until Nov 27$/,
    ],
    [member({ status: "invited", invitationexpiresat: "2026-11-25T16:59:00Z" }), "Invited", /^Link has expired$/],
    [member({ invitationexpiresat: "2026-11-27T17:00:00Z" }), "Starting anew", /^Link works until Nov 27$/],
    [member({ status: "disabled" }), "Disabled", /^Signed in/],
  ])("%o is %s", (person, label, detail) => {
    expect(memberStatus(person, now)).toMatchObject({ label });
    expect(memberStatus(person, now).detail).toMatch(detail);
  });

  test("what they sign in with has a label, also where there is nothing yet", () => {
    expect(signsInWith(member({ passkeys: 1, recoverycodesleft: 1 }))).toBe(
      "Signs in with 1 passkey, authenticator app, 1 recovery code",
    );
    expect(signsInWith(member({ passkeys: 0, hasauthenticator: false, recoverycodesleft: 0 }))).toBe(
      "Can’t sign in yet",
    );
  });

  test("nobody can recover or disable themself; somebody who left can only be let in again", () => {
    expect(memberActions(member(), true)).toEqual(["edit"]);
    expect(memberActions(member(), false)).toEqual(["edit", "recover", "disable"]);
    expect(memberActions(member({ status: "invited" }), false)).toEqual(["edit", "invite_again", "disable"]);
    expect(memberActions(member({ status: "disabled" }), false)).toEqual(["enable"]);
  });
});

test("each role says what it opens", () => {
  expect(Object.keys(roleLabels).toSorted()).toEqual([...roles].toSorted());
});

test("every refusal of inviting and changing somebody is shown at the field it is about", () => {
  const refusals = [...staffMemberCalls.invite.errors, ...staffMemberCalls.updateMember.errors];
  expect(Object.keys(refusalFields).toSorted()).toEqual([...new Set(refusals)].toSorted());
});
