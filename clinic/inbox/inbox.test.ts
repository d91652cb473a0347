import { describe, expect, test } from "vitest";
import { shownSections } from "#clinic/patients/record-sections.tsx";
import { followupFromSearch } from "#clinic/patients/followups/followup.ts";
import { inboxItem as item } from "#clinic/testing/inbox.ts";
import { bareRecord, patient } from "#clinic/testing/patients.ts";
import { staffId } from "#clinic/testing/staff.ts";
import { inboxPath, kindFromSearch, assigneeFromSearch, assigneePath } from "#clinic/work/inbox-filter.ts";
import { partFromSearch } from "#clinic/work/record-path.ts";
import { decisionFromSearch } from "#clinic/work/decision-path.ts";
import { span } from "#clinic/work/urgency.ts";
import { inboxKinds, inboxKindsFor, assigneeFilters } from "#contract/care/inbox-kinds.ts";
import type { InboxItem } from "#contract/care/inbox.ts";
import { roles } from "#contract/policy/roles.ts";
import { permissionsOfRoles } from "#contract/testing/permissions-of-roles.ts";
import { actionPath, itemPath } from "./item-path.ts";

describe("decisions §11 the inbox is by urgency", () =>
  test.each([
    [20_000, "0 min"],
    [59 * 60_000, "59 min"],
    [60 * 60_000, "1 h"],
    [47 * 3_600_000, "47 h"],
    [48 * 3_600_000, "2 d"],
  ])("%i ms of waiting are “%s”", (ms, label) => expect(span(ms)).toBe(label)));

describe("decisions §11 a queue is read by those whose scopes open its call", () =>
  test("each role's queues", () => {
    const of = Object.fromEntries(roles.map((role) => [role, inboxKindsFor(permissionsOfRoles(role)).join(" ")]));
    const cases = "incoming accepted renewal upsell followup followup_due change";
    expect(of).toEqual({
      physician: `emergency work_item task conversation ${cases} identity pair`,
      nurse: `emergency work_item task conversation ${cases} identity pair`,
      patient_services: "task conversation identity pair contact past_due",
      pharmacy: "task ready",
      finance: "task mismatch past_due dispute",
      administrator: "task",
    });
  }));

describe("Enter opens a row where it is worked on", () => {
  test("a message its conversation or its page, an order the dispensing, everything else the record", () => {
    const path = (kind: InboxItem["kind"]) => itemPath(item({ kind, id: staffId(9) }), true);
    expect(path("conversation")).toBe(`/clinic/conversation/${staffId(9)}`);
    expect(path("contact")).toBe(`/clinic/contact/${staffId(9)}`);
    expect(path("work_item")).toBe(`/clinic/item/${staffId(9)}`);
    expect(path("pair")).toBe(`/clinic/pair/${staffId(9)}`);
    expect(path("ready")).toBe(`/clinic/dispensing?order=${staffId(9)}`);
  });

  test("decisions §11 a renewal and an upsell the record where they're decided; a key begins the decision there", () => {
    for (const kind of ["renewal", "upsell"] as const) {
      const row = item({ kind, id: staffId(9) });
      const named = (path: string | null) => decisionFromSearch(new URL(path ?? "", "https://x.example").search);
      expect(itemPath(row, true)).toMatch(new RegExp(`^/clinic/patients/${patient(1).id}\\?`));
      expect(named(itemPath(row, true))).toEqual({ id: staffId(9), action: null });
      for (const action of ["approve", "decline"] as const)
        expect(named(actionPath(row, action))).toEqual({ id: staffId(9), action });
    }
    expect(decisionFromSearch("?request=1&do=delete")).toEqual({ id: "1", action: null });
    expect(actionPath(item({ kind: "followup" }), "approve")).toBeNull();
  });

  test("a review opens in the record, one to send and an identity lead to where they’re done", () => {
    const path = (kind: InboxItem["kind"]) => itemPath(item({ kind, id: staffId(9) }), true);
    const record = `/clinic/patients/${patient(1).id}`;
    expect(path("followup")).toBe(`${record}?part=followups&review=${staffId(9)}`);
    expect(path("followup_due")).toBe(`${record}?part=followups`);
    const unanswered = item({ kind: "change", id: staffId(9), refid: staffId(8) });
    expect(itemPath(unanswered, true), "a change").toBe(`${record}?part=changes`);
    expect(itemPath({ ...unanswered, refid: staffId(9) }, true), "a suggestion").toBe(`${record}?part=suggestions`);
    expect(path("identity")).toBe(`${record}?part=photos`);
    expect(followupFromSearch(new URL(path("followup") ?? "", "https://x.example").search)).toBe(staffId(9));
    expect(followupFromSearch("?review=1' or")).toBeNull();
    const shown = shownSections(bareRecord({ photos: [], identitystatus: "review" }));
    expect(shown.map(({ id, empty }) => [id, empty])).toEqual([[partFromSearch("?part=photos"), false]]);
  });

  test("finance's rows lead to the part of the money they're about, with or without a patient we know", () => {
    const path = (kind: InboxItem["kind"], opensRecord: boolean, of = patient(1) as InboxItem["patient"]) =>
      itemPath(item({ kind, patient: of }), opensRecord);
    expect([path("mismatch", false), path("past_due", false), path("dispute", false, null)]).toEqual([
      "/clinic/money",
      "/clinic/money/past-due",
      "/clinic/money/disputes",
    ]);
    // Who talks to the patient about a payment opens the record.
    expect([path("past_due", true), path("dispute", true)]).toEqual([
      `/clinic/patients/${patient(1).id}`,
      "/clinic/money/disputes",
    ]);
  });

  test("what the person's roles don't open is no link", () => {
    expect(itemPath(item({ kind: "followup" }), false)).toBeNull();
    expect(itemPath(item({ kind: "renewal" }), false)).toBeNull();
  });

  test("an emergency has a page of its own, whoever told of it", () => {
    expect(itemPath(item({ kind: "emergency", id: staffId(7), patient: null }), false)).toBe(
      `/clinic/emergency/${staffId(7)}`,
    );
  });
});

describe("list, counts and badge are one answer", () => {
  test("the chosen kind is in the address", () => {
    for (const kind of [null, ...inboxKinds])
      expect(kindFromSearch(new URL(inboxPath(kind), "https://x.example").search)).toBe(kind);
    expect(kindFromSearch("?queue=other")).toBeNull();
  });

  test("decisions §11 mine, nobody’s and everybody’s are counted from the same list, and chosen in the address", () => {
    for (const assignee of assigneeFilters) {
      const { search } = new URL(assigneePath("conversation", assignee), "https://x.example");
      expect([assigneeFromSearch(search), kindFromSearch(search)]).toEqual([assignee, "conversation"]);
    }
    expect(assigneeFromSearch("?whose=hers")).toBe("all");
  });
});
