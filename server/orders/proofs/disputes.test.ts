import { expect, it } from "vitest";
import { care } from "#contract/care/calls.ts";
import type { Dispute } from "#server/platform/gateway/port.ts";
import { updateDispute, openDispute } from "#server/platform/gateway/sandbox/emulator/disputes.ts";
import { newId } from "#server/platform/ids.ts";
import { testApiKey as apiKey } from "#server/testing/harness.ts";
import { refundOrder } from "../payments/capture-or-void.ts";
import { syncIntent } from "../payments/sync-intent.ts";
import { cartCents, describeEachGateway } from "./testing/each-gateway.ts";

describeEachGateway((shop) => {
  const paid = async () => {
    const buyer = await shop.buyer();
    const order = (await shop.pay(buyer)).ok.order.id;
    const intentId = (await shop.charges(order))[0]?.id ?? "";
    return { buyer, order, intentId };
  };
  const emulator = () => ({ db: shop.gatewayDb, clock: shop.clock });
  const disputed = async (dispute?: Parameters<typeof openDispute>[2]) => {
    const made = await paid();
    const id = await openDispute(emulator(), made.intentId, dispute);
    await shop.deliverAll();
    return { ...made, id };
  };
  const listed = async (order: string) =>
    (await shop.call(care.disputes, { query: {} }, { apiKey })).ok.items.find(({ orderid }) => orderid === order);
  const refund = (orderId: string, amountCents: number) =>
    refundOrder(shop.services, { orderId, refundId: newId(), amountCents, reason: "asked" });
  const mails = async (order: string) => {
    await shop.jobs.drain();
    const all = await shop.mailbox.list(shop.services.content.brand.supportemail);
    return all.filter(({ subject, text }) => subject === "A payment is disputed" && text.includes(order));
  };

  /** What the mail to the practice says of each state. */
  const stateWords: Readonly<Record<Dispute["status"], string>> = {
    inquiry: "The bank asks about it",
    inquiry_closed: "The bank's question is closed",
    needs_response: "Needs an answer",
    under_review: "The bank reviews it",
    won: "Won",
    lost: "Lost",
  };
  const statesMailed = async (order: string) =>
    new Set((await mails(order)).map(({ text }) => /^State: (.*)$/mu.exec(text)?.[1]));

  it("a dispute is a row the practice sees, with the day it must be answered by, and the withdrawn amount leaves the ledger", async () => {
    const { buyer, order } = await disputed({ reason: "product_not_received" });
    const seen = await listed(order);
    expect(seen).toMatchObject({
      patient: { id: buyer.id },
      amount: cartCents / 100,
      reason: "product_not_received",
      status: "needs_response",
      evidencedueby: expect.stringMatching(/^\d{4}-/),
      chargesstopped: true,
    });
    expect((await shop.paymentState(buyer)).ledger).toBe(0);
    expect(await mails(seen?.ordernumber ?? "none")).toHaveLength(1);
    expect(await statesMailed(seen?.ordernumber ?? "none")).toEqual(new Set([stateWords.needs_response]));
  });

  it("an inquiry takes no money and stops charges all the same", async () => {
    const { buyer, order } = await disputed({ status: "inquiry" });
    const seen = await listed(order);
    expect(seen).toMatchObject({ status: "inquiry", chargesstopped: true });
    expect(await statesMailed(seen?.ordernumber ?? "none")).toEqual(new Set([stateWords.inquiry]));
    expect((await shop.paymentState(buyer)).ledger).toBe(cartCents);
  });

  it.each([
    ["won", cartCents, false],
    ["inquiry_closed", cartCents, false],
    ["lost", 0, true],
    ["under_review", 0, true],
  ] satisfies [Dispute["status"], number, boolean][])(
    "its row and the ledger move with its webhooks: %s",
    async (status, cents, chargesstopped) => {
      const { buyer, order, id } = await disputed();
      await updateDispute(emulator(), id, status);
      await shop.deliverAll();
      expect(await listed(order)).toMatchObject({ status, chargesstopped });
      expect((await shop.paymentState(buyer)).ledger).toBe(cents);
      const { ordernumber } = (await listed(order)) ?? {};
      expect(await mails(ordernumber ?? "none")).toHaveLength(2);
      expect(await statesMailed(ordernumber ?? "none")).toEqual(
        new Set([stateWords.needs_response, stateWords[status]]),
      );
    },
  );

  it("events three times, shuffled, and a stale one last, change nothing more", async () => {
    const { buyer, order, id } = await disputed();
    await updateDispute(emulator(), id, "under_review");
    await updateDispute(emulator(), id, "won");
    const events = await shop.events();
    const shuffled = [...events, ...events, ...events].toSorted((one, other) => one.id.localeCompare(other.id));
    for (const event of [...shuffled, ...events.slice(0, 1)]) await shop.deliver(event);
    await shop.jobs.drain();
    expect(await listed(order)).toMatchObject({ status: "won", chargesstopped: false });
    expect((await shop.paymentState(buyer)).ledger).toBe(cartCents);
  });

  it("two nodes that receive it at once post it once", async () => {
    const { buyer, intentId } = await paid();
    await openDispute(emulator(), intentId);
    await Promise.all([1, 2, 3].map(() => syncIntent(shop.services, intentId)));
    expect((await shop.paymentState(buyer)).ledger).toBe(0);
  });

  it("what the bank took back is not refunded as well; after a win it can be", async () => {
    const { buyer, order, id } = await disputed();
    await expect(refund(order, 100)).rejects.toMatchObject({ code: "wrong_state" });
    await updateDispute(emulator(), id, "won");
    await shop.deliverAll();
    await refund(order, 100);
    await shop.jobs.drain();
    expect((await shop.paymentState(buyer)).ledger).toBe(cartCents - 100);
  });

  it("a dispute of a part leaves the rest to refund", async () => {
    const { order } = await disputed({ amount: 1000 });
    await expect(refund(order, cartCents - 999)).rejects.toMatchObject({ code: "wrong_state" });
    await refund(order, cartCents - 1000);
  });

  it("a payment without a dispute never asks the gateway for one", async () => {
    const { buyer, intentId } = await paid();
    const gateway = { ...shop.services.gateway, disputesOf: () => Promise.reject(new Error("asked")) };
    await syncIntent({ ...shop.services, gateway }, intentId);
    expect((await shop.paymentState(buyer)).ledger).toBe(cartCents);
  });
});
