import { describe, expect, test } from "vitest";
import type { StaffCall } from "#clinic/api/client.ts";
import { shownSections } from "#clinic/patients/record-sections.tsx";
import { reviewFromSearch } from "#clinic/patients/reviews/review.ts";
import { bareRecord, patient } from "#clinic/testing/patients.ts";
import { scopesOfRoles, staffId } from "#clinic/testing/staff.ts";
import { fullPath, type Endpoint } from "#contract/http/endpoint.ts";
import { roles } from "#contract/staff/roles.ts";
import { countOf, filtered, inboxPath, queueFromSearch } from "#clinic/work/inbox-filter.ts";
import { partFromSearch } from "#clinic/work/record-path.ts";
import { ofWhom, whoseFromSearch, whoseNames, whosePath } from "#clinic/work/whose.ts";
import { actionPath, itemPath } from "./item-path.ts";
import { requestFromSearch } from "#clinic/work/request-path.ts";
import { type InboxItem, queueNames, queues, queuesFor } from "#clinic/work/queues.ts";
import { byUrgency, span } from "#clinic/work/urgency.ts";
import { readInbox } from "#clinic/work/use-inbox.ts";

const now = Date.parse("2026-11-25T17:00:00Z");
const ago = (hours: number) => new Date(now - hours * 3_600_000).toISOString();

let ids = 0;
const item = (change: Partial<InboxItem> = {}): InboxItem => ({
  queue: "incoming",
  id: staffId(++ids),
  patient: patient(1),
  name: null,
  since: ago(1),
  expires: null,
  note: "",
  ...change,
});

describe("decisions §11 the inbox is by urgency", () => {
  test("emergencies, what is too late within a day, then whoever has waited longest", () => {
    const emergency = item({ queue: "emergency", since: ago(0.1) });
    const theirMessage = item({
      queue: "conversation",
      patient: patient(2, { emergencysince: ago(0.1) }),
      since: ago(0.2),
    });
    const expiring = item({ expires: ago(-5), since: ago(0.5) });
    const sooner = item({ expires: ago(-2), since: ago(0.4) });
    const late = item({ expires: ago(-100), since: ago(9) });
    const longest = item({ queue: "followup", since: ago(70) });
    const acknowledged = item({ queue: "emergency", since: ago(9), acknowledged: true });
    expect(byUrgency([acknowledged, longest, emergency], now)).toEqual([emergency, acknowledged, longest]);
    const order = byUrgency([late, longest, expiring, theirMessage, sooner, emergency], now);
    expect(order).toEqual([emergency, theirMessage, sooner, expiring, longest, late]);
  });

  test("two that wait equally long are always in the same order", () => {
    const [one, two] = [item(), item()];
    expect(byUrgency([two, one], now)).toEqual(byUrgency([one, two], now));
  });

  test.each([
    [20_000, "0 min"],
    [59 * 60_000, "59 min"],
    [60 * 60_000, "1 h"],
    [47 * 3_600_000, "47 h"],
    [48 * 3_600_000, "2 d"],
  ])("%i ms of waiting are “%s”", (ms, words) => expect(span(ms)).toBe(words));
});

describe("decisions §11 a queue is read by those whose scopes open its call", () => {
  test("and by nobody else: each queue names scopes of its own call only", async () => {
    for (const name of queueNames) {
      const asked: Endpoint[] = [];
      const call = ((endpoint: Endpoint) => {
        asked.push(endpoint);
        return Promise.resolve({ items: [], nextpage: null });
      }) as StaffCall;
      await queues[name].read(call, undefined, {});
      for (const scope of queues[name].scopes) expect(asked[0]?.scopes, name).toContain(scope);
    }
  });

  test("each role's queues", () => {
    const of = Object.fromEntries(roles.map((role) => [role, queuesFor(scopesOfRoles([role])).join(" ")]));
    const cases = "incoming accepted renewal upsell followup followup_due change";
    expect(of).toEqual({
      physician: `emergency work_item conversation ${cases} identity`,
      nurse: `emergency work_item conversation ${cases} identity`,
      patient_services: "conversation identity contact past_due",
      pharmacy: "ready",
      finance: "mismatch past_due dispute",
      administrator: "",
    });
  });
});

describe("Enter opens a row where it is worked on", () => {
  test("a message its conversation or its page, an order the dispensing, everything else the record", () => {
    const path = (queue: InboxItem["queue"]) => itemPath(item({ queue, id: staffId(9) }), true);
    expect(path("conversation")).toBe(`/clinic/conversation/${staffId(9)}`);
    expect(path("contact")).toBe(`/clinic/contact/${staffId(9)}`);
    expect(path("work_item")).toBe(`/clinic/item/${staffId(9)}`);
    expect(path("ready")).toBe(`/clinic/dispensing?order=${staffId(9)}`);
  });

  test("decisions §11 a renewal and an upsell the record where they're decided; a key begins the decision there", () => {
    for (const queue of ["renewal", "upsell"] as const) {
      const row = item({ queue, id: staffId(9) });
      const named = (path: string | null) => requestFromSearch(new URL(path ?? "", "https://x.example").search);
      expect(itemPath(row, true)).toMatch(new RegExp(`^/clinic/patients/${patient(1).id}\\?`));
      expect(named(itemPath(row, true))).toEqual({ id: staffId(9), action: null });
      for (const action of ["approve", "decline"] as const)
        expect(named(actionPath(row, action))).toEqual({ id: staffId(9), action });
    }
    expect(requestFromSearch("?request=1&do=delete")).toEqual({ id: "1", action: null });
    expect(actionPath(item({ queue: "followup" }), "approve")).toBeNull();
  });

  test("a review opens in the record, one to send and an identity lead to where they’re done", () => {
    const path = (queue: InboxItem["queue"]) => itemPath(item({ queue, id: staffId(9) }), true);
    const record = `/clinic/patients/${patient(1).id}`;
    expect(path("followup")).toBe(`${record}?part=followups&review=${staffId(9)}`);
    expect(path("followup_due")).toBe(`${record}?part=followups`);
    expect(path("change")).toBe(`${record}?part=changes`);
    expect(path("identity")).toBe(`${record}?part=photos`);
    expect(reviewFromSearch(new URL(path("followup") ?? "", "https://x.example").search)).toBe(staffId(9));
    expect(reviewFromSearch("?review=1' or")).toBeNull();
    const shown = shownSections(bareRecord({ photos: [], identitystatus: "review" }));
    expect(shown.map(({ id, empty }) => [id, empty])).toEqual([[partFromSearch("?part=photos"), false]]);
  });

  test("finance's rows lead to the part of the money they're about, with or without a patient we know", () => {
    const path = (queue: InboxItem["queue"], opensRecord: boolean, of = patient(1) as InboxItem["patient"]) =>
      itemPath(item({ queue, patient: of }), opensRecord);
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
    expect(itemPath(item({ queue: "followup" }), false)).toBeNull();
    expect(itemPath(item({ queue: "renewal" }), false)).toBeNull();
  });

  test("an emergency has a page of its own, whoever told of it", () => {
    expect(itemPath(item({ queue: "emergency", id: staffId(7), patient: null }), false)).toBe(
      `/clinic/emergency/${staffId(7)}`,
    );
  });
});

describe("list, counts and badge are one answer", () => {
  /** Endless pages of one kind, and none of the others. */
  const endless = (path: string) => {
    const asked: string[] = [];
    const call = ((endpoint: Endpoint, input: { query?: { status?: string; nextpage?: string } }) => {
      const name = `${fullPath(endpoint)} ${input.query?.status ?? ""}`.trim();
      asked.push(name);
      if (name !== path) return Promise.resolve({ items: [], nextpage: null });
      const kase = { id: staffId(++ids), kind: "renewal", refid: staffId(1), patient: patient(1), order: null };
      const times = { waitingsince: ago(3), submittedat: null, acceptedat: null, holdends: null, medicines: [] };
      return Promise.resolve({ items: [{ ...kase, ...times }], nextpage: "more" });
    }) as unknown as StaffCall;
    return { call, asked };
  };

  test("of a queue with more than is read, those who waited longest are shown, and the count says that there are more", async () => {
    const { call, asked } = endless("/api/clinic/case renewal");
    const inbox = await readInbox(call, scopesOfRoles(["nurse"]), now);
    expect(inbox.items).toHaveLength(4);
    expect(asked.filter((name) => name === "/api/clinic/case renewal")).toHaveLength(4);
    expect([countOf(inbox, null), countOf(inbox, "renewal"), countOf(inbox, "incoming")]).toEqual(["4+", "4+", "0"]);
  });

  test("the filter's count is the length of the filtered list", () => {
    const items = [item(), item({ queue: "renewal" }), item()];
    const inbox = { items, cut: [] };
    for (const queue of queueNames) expect(countOf(inbox, queue)).toBe(String(filtered(items, queue).length));
  });

  test("one queue that can't be read fails the whole list: nothing missing looks like nothing waiting", async () => {
    const call = ((endpoint: Endpoint) =>
      fullPath(endpoint) === "/api/clinic/emergency"
        ? Promise.reject(new Error("down"))
        : Promise.resolve({ items: [], nextpage: null })) as unknown as StaffCall;
    await expect(readInbox(call, scopesOfRoles(["nurse"]), now)).rejects.toThrow("down");
  });

  test("decisions §11 mine, nobody’s and everybody’s are counted from the same list, and chosen in the address", () => {
    const [me, colleague] = [staffId(1), staffId(2)];
    const of = (memberid: string) => ({ memberid, name: "Sam", since: ago(1) });
    const items = [
      item({ queue: "conversation", assignee: of(me) }),
      item({ queue: "conversation", assignee: of(colleague) }),
      item({ queue: "conversation", assignee: null }),
      item({ queue: "conversation" }),
    ];
    const counts = whoseNames.map((whose) => ofWhom(items, whose, me).length);
    expect(counts).toEqual([4, 1, 2]);
    for (const whose of whoseNames) {
      const { search } = new URL(whosePath("conversation", whose), "https://x.example");
      expect([whoseFromSearch(search), queueFromSearch(search)]).toEqual([whose, "conversation"]);
    }
    expect(whoseFromSearch("?whose=hers")).toBe("all");
  });

  test("the chosen kind is in the address", () => {
    for (const queue of [null, ...queueNames])
      expect(queueFromSearch(new URL(inboxPath(queue), "https://x.example").search)).toBe(queue);
    expect(queueFromSearch("?queue=other")).toBeNull();
  });
});
