import { expect, test } from "vitest";
import type { FollowupCheck } from "#contract/followup.ts";
import { createFollowupOpener, openConditions } from "./followup-opener.ts";

const check: FollowupCheck = {
  id: "f1",
  followupstatus: "SENT",
  step: 0,
  code: "CALM-20",
  percent: 20,
  stop: null,
  interrupted: false,
};
const none: FollowupCheck = {
  id: null,
  followupstatus: null,
  step: null,
  code: null,
  percent: null,
  stop: null,
  interrupted: false,
};
const home = { isHome: true, canOpen: true, upsellLinked: false, somethingUrgent: false };
const elsewhere = { ...home, isHome: false };

function setUp() {
  const put = new Set<string>();
  const postponed = { has: (id: string) => put.has(id), add: (id: string) => void put.add(id) };
  return { later: postponed, put, opening: createFollowupOpener(postponed) };
}

test("§4 Follow-up modal: it opens when the check returns an id, and not before", () => {
  const { opening } = setUp();
  opening.found(none, home, false);
  expect(opening.get().open).toBe(false);
  opening.found(check, home, false);
  expect(opening.get()).toMatchObject({ open: true, current: { id: "f1" } });
});

test("it does not open by itself while the patient is elsewhere or another dialog is open, but does at once on request", () => {
  const { opening } = setUp();
  opening.found(check, elsewhere, false);
  opening.found(check, { ...home, canOpen: false }, false);
  expect(opening.get().open).toBe(false);
  opening.ask();
  opening.found(check, elsewhere, false);
  expect(opening.get().open).toBe(true);
});

test.each([
  ["/home", "", {}, { isHome: true, canOpen: true, upsellLinked: false, somethingUrgent: false }],
  ["/home", "?fud=CALM-20", {}, { isHome: true, canOpen: true, upsellLinked: false, somethingUrgent: false }],
  ["/home", "?upsell=cream", {}, { isHome: true, canOpen: true, upsellLinked: true, somethingUrgent: false }],
  ["/home", "?upsell=nothing", {}, { isHome: true, canOpen: true, upsellLinked: false, somethingUrgent: false }],
  ["/home", "", { upsellOpen: true }, { isHome: true, canOpen: true, upsellLinked: true, somethingUrgent: false }],
  ["/home", "", { dialog: true }, { isHome: true, canOpen: false, upsellLinked: false, somethingUrgent: false }],
  ["/home", "", { ready: false }, { isHome: true, canOpen: false, upsellLinked: false, somethingUrgent: false }],
  ["/treatment", "?upsell=cream", {}, { isHome: false, canOpen: true, upsellLinked: false, somethingUrgent: false }],
])("conditions on %s%s with %j", (path, search, open, expected) => {
  expect(
    openConditions(path, search, { ready: true, dialog: false, upsellOpen: false, somethingUrgent: false, ...open }),
  ).toEqual(expected);
});

test("closed, it stays closed for this visit unless requested; another follow-up opens", () => {
  const { opening, later: postponed } = setUp();
  opening.found(check, home, false);
  opening.close();
  opening.found(check, home, false);
  expect(opening.get()).toMatchObject({ open: false, current: { id: "f1" } });

  const reloaded = createFollowupOpener(postponed);
  reloaded.found(check, home, false);
  expect(reloaded.get().open).toBe(false);
  reloaded.ask();
  reloaded.found(check, home, false);
  expect(reloaded.get().open).toBe(true);

  opening.found({ ...check, id: "f2" }, home, false);
  expect(opening.get()).toMatchObject({ open: true, current: { id: "f2" } });
});

test("§5 an unread safety stop opens again on reload, even if postponed", () => {
  const { opening, later: postponed } = setUp();
  const stop = { ruleid: "r", kind: "emergency" as const, title: "Call 911", text: "Now.", actions: [] };
  opening.found({ ...check, stop }, home, false);
  opening.close();
  opening.found({ ...check, stop }, home, false);
  expect(opening.get().open).toBe(false);
  const reloaded = createFollowupOpener(postponed);
  reloaded.found({ ...check, stop }, home, false);
  expect(reloaded.get().open).toBe(true);
});

test("§4 After login: a link's code opens it even after it was closed, and is handed over once", () => {
  const { opening } = setUp();
  opening.found(check, home, false);
  opening.close();
  opening.ask("CALM-20");
  opening.found(check, home, false);
  expect(opening.get().open).toBe(true);
  expect(opening.takeLinkCode()).toBe("CALM-20");
  expect(opening.takeLinkCode()).toBeNull();
});

test("one dialog at a time: a linked upsell comes first, even if a link also asked for the follow-up", () => {
  const { opening } = setUp();
  opening.ask("CALM-20");
  opening.found(check, { ...home, upsellLinked: true }, true);
  expect(opening.get()).toMatchObject({ open: false, requested: { followupCode: "CALM-20" } });
  opening.found(check, home, false);
  expect(opening.get().open).toBe(true);
  expect(opening.takeLinkCode()).toBe("CALM-20");
});

test("an unread emergency does not wait for an upsell", () => {
  const { opening } = setUp();
  const stop = {
    ruleid: "chest_pain_now",
    kind: "emergency",
    title: "Please call 911 now",
    text: "",
    actions: [],
  } as const;
  opening.found({ ...check, stop: { ...stop, actions: [] } }, { ...home, upsellLinked: true }, false);
  expect(opening.get().open).toBe(true);
});

test("requested while none is pending, it says so, but only after a new check", () => {
  const { opening } = setUp();
  opening.ask("OTHER-5");
  opening.found(none, home, false);
  expect(opening.get().nonePending).toBe(false);
  opening.found(none, home, true);
  expect(opening.get()).toMatchObject({ nonePending: true, requested: null, open: false });
  opening.dismiss();
  expect(opening.get().nonePending).toBe(false);
});

test("an open follow-up stays open when the check finds none", () => {
  const { opening } = setUp();
  opening.found(check, home, false);
  opening.found(none, home, false);
  expect(opening.get()).toMatchObject({ open: true, current: { id: "f1" } });
});

test("it does not open by itself over something more urgent, such as a failed payment; a safety stop does, and so does a request", () => {
  const urgent = { ...home, somethingUrgent: true };
  const { opening } = setUp();
  opening.found(check, urgent, false);
  expect(opening.get().open).toBe(false);
  opening.ask();
  opening.found(check, urgent, false);
  expect(opening.get().open).toBe(true);

  const nonePending = setUp().opening;
  const stop = { ruleid: "chest_pain_now", kind: "emergency" as const, title: "", text: "", actions: [] };
  nonePending.found({ ...check, stop }, urgent, false);
  expect(nonePending.get().open).toBe(true);
});
