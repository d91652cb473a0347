import { describe, expect, test } from "vitest";
import { shippedContent } from "#content/testing/shipped-content.ts";
import { resendableFrom, referrerName, decideInvitation } from "./invitation-rules.ts";

const content = await shippedContent();

const policy = { perday: 2, perfriend: 2, againafterdays: 7, peraddress: 3, forgetafterdays: 90 };
const now = new Date("2026-03-10T12:00:00Z");
const at = (text: string) => new Date(text);

describe("decisions §4 invitations", () => {
  test("the first mail to a friend is sent", () => {
    expect(decideInvitation({ earlier: null, sentLastDay: [], now }, policy)).toEqual({ kind: "send" });
  });
  test("a second one has to wait for its day, and is sent from then on", () => {
    const earlier = { mails: 1, mailedAt: at("2026-03-04T12:00:00Z") };
    const from = at("2026-03-11T12:00:00Z");
    expect(resendableFrom(earlier, policy)).toEqual(from);
    expect(decideInvitation({ earlier, sentLastDay: [], now }, policy)).toEqual({
      kind: "too_early",
      sent: earlier.mailedAt,
      resendFrom: from,
    });
    expect(decideInvitation({ earlier, sentLastDay: [], now: from }, policy)).toEqual({ kind: "send" });
  });
  test("a third one is never sent", () => {
    const earlier = { mails: 2, mailedAt: at("2026-01-04T12:00:00Z") };
    expect(resendableFrom(earlier, policy)).toBeNull();
    expect(decideInvitation({ earlier, sentLastDay: [], now }, policy)).toEqual({
      kind: "all_sent",
      sent: earlier.mailedAt,
    });
  });
  test("after the daily limit the next one waits until the first is a day old", () => {
    const sentLastDay = [at("2026-03-09T13:00:00Z"), at("2026-03-10T11:00:00Z")];
    expect(decideInvitation({ earlier: null, sentLastDay, now }, policy)).toEqual({
      kind: "enough_today",
      seconds: 3600,
    });
    expect(decideInvitation({ earlier: null, sentLastDay: sentLastDay.slice(1), now }, policy)).toEqual({
      kind: "send",
    });
  });
});

test("an invitation is from the patient's first name, or from a friend when that is no plain name", () => {
  expect(["Zoë", "www.buy.example", null].map((name) => referrerName(content, name))).toEqual([
    "Zoë",
    "A friend",
    "A friend",
  ]);
});
