import { Webhook } from "standardwebhooks";
import { describe, expect, test } from "vitest";
import { verifyWebhook, WebhookError } from "./index.ts";

const secret = `whsec_${Buffer.from("a secret of twenty-four!").toString("base64")}`;
const otherSecret = `whsec_${Buffer.from("another one of this size").toString("base64")}`;
const body = JSON.stringify({ type: "order.paid", text: "Zoë 💊" });
const id = "msg_0198c2f6";

/** Headers as a sender makes them with the library of Standard Webhooks. */
function signed({ by = [secret], at = new Date(), text = body }: { by?: string[]; at?: Date; text?: string } = {}) {
  return {
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
    "webhook-signature": by.map((each) => new Webhook(each).sign(id, at, text)).join(" "),
  };
}

const outcomeOf = (...args: Parameters<typeof verifyWebhook>) =>
  verifyWebhook(...args).then(
    () => "believed",
    (error: Error) => error.name,
  );

describe("a webhook is believed", () => {
  test("when the library of Standard Webhooks signed it", async () => {
    const at = new Date("2026-05-01T10:00:00.000Z");
    const verified = await verifyWebhook(secret, signed({ at }), body, { now: () => at.getTime() + 1000 });
    expect(verified).toEqual({ id, sentAt: at, payload: JSON.parse(body) });
  });

  test("as bytes, with headers of any kind, and of any length", async () => {
    const text = JSON.stringify({ text: "é".repeat(300_000) });
    const headers = signed({ text });
    expect(await outcomeOf(secret, new Headers(headers), new TextEncoder().encode(text))).toBe("believed");
    expect(await outcomeOf(secret, { ...headers, "x-other": ["a", "b"], "x-none": undefined }, text)).toBe("believed");
  });

  test("with the old or the new secret while it is replaced, at either side", async () => {
    expect(await outcomeOf([otherSecret, secret], signed(), body)).toBe("believed");
    expect(await outcomeOf(secret, signed({ by: [otherSecret, secret] }), body)).toBe("believed");
    const headers = signed();
    const withOthers = { ...headers, "webhook-signature": `v1a,AAAA v1,%%% v2,x ${headers["webhook-signature"]}` };
    expect(await outcomeOf(secret, withOthers, body)).toBe("believed");
  });
});

describe("a webhook is not believed", () => {
  const headers = signed();
  test.each<[string, Record<string, string>, string]>([
    ["another body", headers, body.replace("paid", "shipped")],
    ["another id", { ...headers, "webhook-id": "msg_2" }, body],
    ["another time", { ...headers, "webhook-timestamp": String(Number(headers["webhook-timestamp"]) + 1) }, body],
    ["another secret", signed({ by: [otherSecret] }), body],
    ["no signature", { ...headers, "webhook-signature": "" }, body],
    ["an empty signature", { ...headers, "webhook-signature": "v1," }, body],
    ["half a signature", { ...headers, "webhook-signature": headers["webhook-signature"].slice(0, 20) }, body],
    ["a time that is none", { ...headers, "webhook-timestamp": "1e9" }, body],
    ["no headers", {}, body],
  ])("with %s", async (_, given, text) => expect(await outcomeOf(secret, given, text)).toBe("WebhookError"));

  test.each([
    [-301, "WebhookError"],
    [-299, "believed"],
    [299, "believed"],
    [301, "WebhookError"],
  ])("%i seconds from now: %s", async (seconds, outcome) => {
    const at = new Date("2026-05-01T10:00:00.000Z");
    const now = () => at.getTime() + seconds * 1000;
    expect(await outcomeOf(secret, signed({ at }), body, { now })).toBe(outcome);
  });

  test("where no secret is set", async () => {
    expect(await outcomeOf([], signed(), body)).toBe("WebhookError");
    await expect(verifyWebhook("whsec_", signed(), body)).rejects.toThrow(TypeError);
  });
});

test("what the library refuses is refused, and what it accepts accepted", async () => {
  const library = new Webhook(secret);
  for (const given of [signed(), signed({ by: [otherSecret] }), { ...signed(), "webhook-id": "x" }]) {
    let accepted = true;
    try {
      library.verify(body, given);
    } catch {
      accepted = false;
    }
    expect((await outcomeOf(secret, given, body)) === "believed").toBe(accepted);
  }
  expect(new WebhookError("x")).toBeInstanceOf(Error);
});
