import { describe, expect, test } from "vitest";
import { treatment } from "#contract/treatment/calls.ts";
import { newId } from "#server/platform/ids.ts";
import { serverAtNoon } from "../testing/at-noon.ts";
import { deliver, home, inCare, type InCare, passDays, tokenOf } from "../testing/in-care.ts";

const server = serverAtNoon();

/** Two treatments that run since the same day. */
async function twoRecords(): Promise<[earlier: InCare, later: InCare]> {
  const [earlier, later] = [await inCare(server, { delivered: false }), await inCare(server, { delivered: false })];
  for (const { orderId } of [earlier, later]) await deliver(server, orderId);
  return [earlier, later];
}
const pair = ([earlier, later]: readonly [InCare, InCare], verdict: "same" | "not_same" | null) =>
  server.services.db
    .insertInto("person_pair")
    .values({
      ...{ id: newId(), earlier_id: earlier.id, later_id: later.id, agrees: ["birthday", "number", "first_name"] },
      ...{ found_at: server.clock.now(), verdict, version: verdict === null ? 0 : 1 },
    })
    .execute();
const renewalsOf = async ({ id }: InCare): Promise<number> => {
  const orders = await server.services.db
    .selectFrom("customer_order")
    .select("id")
    .where("patient_id", "=", id)
    .where("kind", "=", "renewal")
    .execute();
  return orders.length;
};

describe("decisions §19 treatments that run in two records of one person", () => {
  test("the first one's is charged as ever; the linked one's waits while the person has enough, without a charge", async () => {
    const both = await twoRecords();
    await pair(both, "same");
    await passDays(server, 27);
    expect(await Promise.all(both.map(renewalsOf))).toEqual([1, 0]);
  });

  test.each([null, "not_same"] as const)("whatever waits, both are charged as ever: %s", async (verdict) => {
    const both = await twoRecords();
    await pair(both, verdict);
    await passDays(server, 27);
    expect(await Promise.all(both.map(renewalsOf))).toEqual([1, 1]);
  });

  test("whoever asks for the next one reads that we're checking, and nothing of the other account", async () => {
    const [earlier, later] = await twoRecords();
    await pair([earlier, later], "same");
    await passDays(server, 22);
    const [subscription] = (await home(server, later)).subscriptions;
    const next = subscription?.prescriptionorders.find(({ status }) => status === "scheduled");
    const options = { token: await tokenOf(server, later), key: newId() };
    const { problem } = await server.call(treatment.getNext, { params: { id: next?.id ?? "" } }, options);
    expect(problem).toMatchObject({
      code: "prescription_needed",
      message: expect.stringContaining("checking a few details"),
    });
    expect(JSON.stringify(problem)).not.toContain(earlier.id);
    // What its call refuses isn't offered, and the same sentence says why.
    expect(next?.actions).not.toContain("getnext");
    expect([next?.getnext, next?.getnextfrom]).toEqual([null, null]);
    expect(next?.state.text).toBe(problem.message);
    await server.services.db.deleteFrom("person_pair").where("later_id", "=", later.id).execute();
    const alone = (await home(server, later)).subscriptions[0]?.prescriptionorders;
    expect(alone?.find(({ id }) => id === next?.id)?.actions).toContain("getnext");
    expect(problem.details?.["date"]).toBeUndefined();
  });
});
