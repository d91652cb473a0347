import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import type { StaffCall } from "#clinic/api/client.ts";
import { order } from "#clinic/testing/cases.ts";
import { patient } from "#clinic/testing/patients.ts";
import { staffId } from "#clinic/testing/staff.ts";
import { type InboxItem, queueNames, queues } from "#clinic/work/queues.ts";
import type { CaseItem } from "#contract/care/worklists.ts";
import { Columns, Row } from "./inbox-row.tsx";

const now = Date.parse("2026-11-25T17:00:00Z");
const kase = (change: Partial<CaseItem> = {}): CaseItem => ({
  ...{ id: staffId(5), kind: "incoming", refid: patient(1).id, patient: patient(1), order: order(), maydecide: true },
  ...{ waitingsince: "2026-11-25T12:00:00Z", submittedat: null, acceptedat: null, holdends: null },
  ...{ paymentdiffers: false, medicines: [], flags: [] },
  ...change,
});
const readCase = async (change: Partial<CaseItem>) => {
  const call = (() => Promise.resolve({ items: [kase(change)], nextpage: null })) as unknown as StaffCall;
  return (await queues.incoming.read(call, undefined, {})).items[0] as InboxItem;
};
const textOf = (item: InboxItem) =>
  renderToStaticMarkup(<Row item={item} now={now} claim={null} memberId="me" opensRecord opensCase />)
    .replaceAll(/<[^>]+>/g, "|")
    .replaceAll(/\|+/g, "|");

describe("a row of the inbox", () => {
  const medicines = [
    { productid: "a", name: "Estradiol patch", dosage: "0.1 mg/day" },
    { productid: "b", name: "Progesterone capsule", dosage: "100 mg" },
  ];
  const flags = [
    { ruleid: "one", level: "stop" as const, text: "Bleeding without a known cause." },
    { ruleid: "two", level: "clinician" as const, text: "Smokes." },
  ];

  test("says each medicine with its strength, the worst flag with how many more, the state and the wait", async () => {
    const item = await readCase({ patient: patient(1, { state: "OH" }), medicines, flags });
    const text = textOf(item);
    for (const part of ["|Estradiol patch 0.1 mg/day|", "|Progesterone capsule 100 mg|", "|Order 10005|"])
      expect(text).toContain(part);
    expect(text).toContain("|Stop|Bleeding without a known cause.|+1| more|");
    expect(text).toContain("|State |OH|Waiting |5 h|");
    expect(text).not.toContain("Smokes.");
  });

  test("names a payment that differs and an identity that doesn't match, and neither where there's none", async () => {
    const marked = await readCase({ paymentdiffers: true, patient: patient(1, { identitystatus: "no_match" }) });
    expect(textOf(marked)).toContain("|Payment differs|Identity doesn’t match|");
    expect((await readCase({ patient: patient(1, { identitystatus: "review" }) })).marks).toEqual([]);
  });

  test("each queue has a column for what it's about, and money no medicine", () => {
    const about = (queue: (typeof queueNames)[number] | null) =>
      /Patient<\/span><span>(?<about>[^<]+)/.exec(renderToStaticMarkup(<Columns queue={queue} />))?.groups?.["about"];
    expect(queueNames.filter((name) => about(name) === "Order")).toEqual(["mismatch", "past_due", "dispute"]);
    expect([about("renewal"), about("conversation"), about(null)]).toEqual(["Medicine", "About", "About"]);
  });
});
