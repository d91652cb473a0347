import { describe, expect, test } from "vitest";
import { formatCents, toCents } from "#contract/fields/numbers.ts";
import { treatment } from "#contract/treatment/calls.ts";
import { formatDay } from "#server/platform/clock/calendar-days.ts";
import { serverAtNoon } from "../testing/at-noon.ts";
import { home, inCare, type InCare, subscriptionOf, tokenOf } from "../testing/in-care.ts";

const server = serverAtNoon();

const capsule = "progesterone_capsule_100";
const mail = async ({ email }: InCare, wanted: string) => {
  await server.jobs.drain();
  return (await server.mailbox.list(email)).find(({ subject }) => subject === wanted)?.text ?? "";
};
const next = async (rosa: InCare) => {
  const [charge] = (await home(server, rosa)).charges;
  if (!charge) throw new Error("Nothing is charged");
  return `Your next charge is ${formatCents(toCents(charge.amount))} on ${formatDay(charge.chargeon)}.`;
};

describe("decisions §9 an action on one of two subscriptions is reported for that one only", () => {
  test("a pause: the answer and the mail name the next charge of the other one", async () => {
    const rosa = await inCare(server);
    const body = { months: 1, subscriptionid: (await subscriptionOf(server, rosa)).id, separately: true };
    const { ok } = await server.call(treatment.pause, { params: { id: rosa.id }, body }, await signedIn(rosa));
    const remainingCharge = await next(rosa);
    expect(ok.message).toMatch(/^Paused. You won't be charged for this one before /);
    expect(ok.message).toContain(remainingCharge);
    expect(await mail(rosa, "One of your subscriptions is paused")).toContain(remainingCharge);
    expect(await mail(rosa, "Your subscription is paused")).toBe("");
  });

  test("a cancellation: the same", async () => {
    const rosa = await inCare(server);
    const body = { subscriptionid: (await subscriptionOf(server, rosa)).id };
    const { ok } = await server.call(treatment.cancel, { params: { id: rosa.id }, body }, await signedIn(rosa));
    const remainingCharge = await next(rosa);
    expect(ok.message).toContain("You won't be charged for this one again.");
    expect(ok.message).toContain(remainingCharge);
    expect(await mail(rosa, "One of your subscriptions is canceled")).toContain(remainingCharge);
    expect(await mail(rosa, "Your subscription is canceled")).toBe("");
  });

  test("the last one cancelled: nothing more is charged", async () => {
    const rosa = await inCare(server);
    for (const { id } of (await home(server, rosa)).subscriptions)
      await server.call(
        treatment.cancel,
        { params: { id: rosa.id }, body: { subscriptionid: id } },
        await signedIn(rosa),
      );
    expect(await mail(rosa, "Your subscription is canceled")).toContain("You won't be charged again.");
  });

  test("the cancel offer accepted for one: one item of the next order costs less", async () => {
    const rosa = await inCare(server);
    const body = { subscriptionid: (await subscriptionOf(server, rosa, capsule)).id };
    await server.call(treatment.preventCancel, { params: { id: rosa.id }, body }, await signedIn(rosa));
    expect(await mail(rosa, "Thank you for staying")).toContain("20% off one item of your next order");
  });
});

const signedIn = async (rosa: InCare) => ({ token: await tokenOf(server, rosa) });
