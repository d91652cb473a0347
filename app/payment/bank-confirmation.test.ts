import { describe, expect, test, vi } from "vitest";
import { ApiError } from "#app/api/api-error.ts";
import { confirmWithBank, confirmationFailedText, withBankConfirmation } from "./bank-confirmation.ts";

const stripe = vi.hoisted(() => {
  const handleNextAction = vi.fn<(given: object) => Promise<object>>(async () => ({}));
  return { handleNextAction, load: vi.fn<(key: string) => Promise<object | null>>(async () => ({ handleNextAction })) };
});
vi.mock("@stripe/stripe-js/pure", () => ({ loadStripe: stripe.load }));

const step = { gateway: "sandbox", publishablekey: "pk", clientsecret: "pi_1_secret_2" } as const;
const bankStep = (gateway: string) =>
  new ApiError("Your bank wants", { status: 409, code: "payment_action", details: { ...step, gateway } });
const confirmations = () => bankStep("sandbox");

describe("decisions §8 a card that needs bank confirmation (3-D Secure)", () => {
  test("is confirmed, and the very same call is sent again", async () => {
    const send = vi.fn<() => Promise<string>>().mockRejectedValueOnce(confirmations()).mockResolvedValueOnce("paid");
    const confirm = vi.fn(async () => undefined);
    expect(await withBankConfirmation(send, confirm)).toBe("paid");
    expect(confirm.mock.calls).toEqual([[step]]);
    expect(send).toHaveBeenCalledTimes(2);
  });
  test("that is declined afterwards reports it", async () => {
    const declined = new ApiError("declined", { status: 402, code: "card_declined" });
    const send = vi.fn<() => Promise<string>>().mockRejectedValueOnce(confirmations()).mockRejectedValueOnce(declined);
    await expect(withBankConfirmation(send, async () => undefined)).rejects.toBe(declined);
  });
  test("is not asked about endlessly", async () => {
    const send = vi.fn<() => Promise<string>>().mockImplementation(() => Promise.reject(confirmations()));
    const confirm = vi.fn(async () => undefined);
    await expect(withBankConfirmation(send, confirm)).rejects.toMatchObject({ code: "payment_action" });
    expect(confirm).toHaveBeenCalledTimes(3);
  });
  test("that could not be confirmed: a text says so, and the call is not sent again", async () => {
    const send = vi.fn<() => Promise<string>>().mockRejectedValue(bankStep("stripe"));
    for (const arrange of [
      () => stripe.load.mockRejectedValueOnce(new Error("Failed to load Stripe.js")),
      () => stripe.load.mockResolvedValueOnce(null),
      () => stripe.handleNextAction.mockResolvedValueOnce({ error: { type: "api_connection_error", message: "Cut" } }),
    ]) {
      send.mockClear();
      arrange();
      await expect(withBankConfirmation(send)).rejects.toMatchObject({
        code: "payment_action",
        message: confirmationFailedText,
      });
      expect(send).toHaveBeenCalledTimes(1);
    }
    stripe.handleNextAction.mockResolvedValueOnce({ error: { type: "invalid_request_error" } });
    const declined = new ApiError("declined", { status: 402, code: "card_declined" });
    send.mockReset().mockRejectedValueOnce(bankStep("stripe")).mockRejectedValueOnce(declined);
    await expect(withBankConfirmation(send)).rejects.toBe(declined);
  });
  test("any other refusal, and one without its details, is passed on and not repeated", async () => {
    for (const error of [
      new ApiError("x", { status: 409, code: "payment_action" }),
      new ApiError("x", { status: 409, code: "payment_pending", details: step }),
      new Error("cut off"),
    ]) {
      const send = vi.fn<() => Promise<string>>().mockRejectedValue(error);
      await expect(withBankConfirmation(send, async () => undefined)).rejects.toBe(error);
      expect(send).toHaveBeenCalledTimes(1);
    }
  });
  test("is confirmed in Stripe's own window for the very payment that waits", async () => {
    stripe.load.mockClear();
    stripe.handleNextAction.mockClear();
    await confirmWithBank({ ...step, gateway: "stripe" });
    expect(stripe.load.mock.calls).toEqual([["pk"]]);
    expect(stripe.handleNextAction.mock.calls).toEqual([[{ clientSecret: "pi_1_secret_2" }]]);
  });
});
