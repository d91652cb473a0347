import { expect, test } from "vitest";
import { newId } from "../ids.ts";
import type { DisputeEvidence, Intent } from "./port.ts";
import { openDispute, updateDispute } from "./sandbox/emulator/disputes.ts";
import { gatewayRefusedWith, onEachGateway } from "./testing/gateway-setup.ts";

const dayMs = 24 * 3_600_000;
const evidence: DisputeEvidence = {
  customerName: "Rosa Delgado",
  shippingTrackingNumber: "1Z999",
  productDescription: "Goods by mail",
  refundPolicy: "Refunds go back to the card.",
  cancellationPolicy: "Online, any time.",
  summary: "Agreed to on November 3.",
};

onEachGateway("payment gateway, a dispute is answered", (setup) => {
  const charged = (): Promise<Intent> => setup.authorizedIntent({ capture: "automatic" });
  const answer = (disputeId: string, idempotencyKey = newId(), change: Partial<DisputeEvidence> = {}) =>
    setup.gateway.answerDispute({ disputeId, evidence: { ...evidence, ...change }, idempotencyKey });
  const kept = async (id: string) =>
    (
      await setup.emulator.db
        .selectFrom("sandbox.dispute")
        .select(["evidence", "answered_by"])
        .where("id", "=", id)
        .executeTakeFirstOrThrow()
    ).evidence;

  test("the bank gets what was sent, and reviews it; that of another one waits on", async () => {
    const intent = await charged();
    const [id, other] = [await openDispute(setup.emulator, intent.id), await openDispute(setup.emulator, intent.id)];
    expect(await answer(id)).toMatchObject({ id, status: "under_review", amount: intent.amountCaptured });
    expect(await kept(id)).toEqual(evidence);
    expect((await setup.gateway.disputesOf(intent.id)).find((each) => each.id === other)?.status).toBe(
      "needs_response",
    );
    expect(await kept(other)).toBeNull();
  });

  test("once: the same key is the same answer, days later too; another one is refused, and changes nothing", async () => {
    const { id: intent } = await charged();
    const [id, key] = [await openDispute(setup.emulator, intent), newId()];
    await answer(id, key);
    setup.clock.advance(3 * dayMs);
    expect((await answer(id, key)).status).toBe("under_review");
    await expect(answer(id, newId(), { summary: "Another one" })).rejects.toEqual(gatewayRefusedWith("wrong_state"));
    expect(await kept(id)).toEqual(evidence);
  });

  test("an answer that got lost was given: sent again, it's the same one", async () => {
    const { id: intent } = await charged();
    const [id, key] = [await openDispute(setup.emulator, intent), newId()];
    setup.faults.add("answerDispute", "after");
    await expect(answer(id, key)).rejects.toMatchObject({ name: "GatewayUnknownOutcome" });
    expect(await answer(id, key)).toMatchObject({ status: "under_review" });
    setup.faults.add("answerDispute", "before");
    const second = await openDispute(setup.emulator, intent);
    await expect(answer(second, key + "2")).rejects.toMatchObject({ name: "GatewayUnknownOutcome" });
    expect(await kept(second)).toBeNull();
  });

  test.each(["won", "lost", "under_review", "inquiry_closed"] as const)("one that is %s is refused", async (status) => {
    const { id: intent } = await charged();
    const id = await openDispute(setup.emulator, intent);
    await updateDispute(setup.emulator, id, status);
    await expect(answer(id)).rejects.toEqual(gatewayRefusedWith("wrong_state"));
    expect(await kept(id)).toBeNull();
  });

  test("a bank's question is answered as well; one that isn't there isn't", async () => {
    const { id: intent } = await charged();
    const id = await openDispute(setup.emulator, intent, { status: "inquiry" });
    expect((await answer(id)).status).toBe("inquiry");
    expect(await kept(id)).toEqual(evidence);
    await expect(answer("dp_nobody")).rejects.toEqual(gatewayRefusedWith("not_found"));
  });

  test("a bank that asked first and then demands the money is answered once more, and no third time", async () => {
    const { id: intent } = await charged();
    const [id, untouched] = [
      await openDispute(setup.emulator, intent, { status: "inquiry" }),
      await openDispute(setup.emulator, intent, { status: "inquiry" }),
    ];
    await answer(id);
    // The bank looks at the answer to its question.
    await expect(answer(id)).rejects.toEqual(gatewayRefusedWith("wrong_state"));
    await updateDispute(setup.emulator, id, "needs_response");
    expect((await answer(id, newId(), { summary: "The second" })).status).toBe("under_review");
    expect(await kept(id)).toMatchObject({ summary: "The second" });
    await expect(answer(id)).rejects.toEqual(gatewayRefusedWith("wrong_state"));
    expect(await kept(untouched)).toBeNull();
  });

  test("after it was due it's refused", async () => {
    const { id: intent } = await charged();
    const id = await openDispute(setup.emulator, intent);
    await setup.emulator.db
      .updateTable("sandbox.dispute")
      .set({ due_by: new Date(Date.now() - 60_000) })
      .where("id", "=", id)
      .execute();
    await expect(answer(id)).rejects.toEqual(gatewayRefusedWith("wrong_state"));
  });
});
