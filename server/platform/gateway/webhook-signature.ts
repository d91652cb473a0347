import { createHmac, timingSafeEqual } from "node:crypto";
import { WebhookRejected } from "./port.ts";

const toleranceSeconds = 300;

/** `t=<unix seconds>,v1=<hex HMAC-SHA256 of "t.body">`, as Stripe signs its webhooks. */
export function signWebhook(body: string, secret: string, now: Date): string {
  const seconds = Math.floor(now.getTime() / 1000);
  return `t=${seconds},v1=${hmac(`${seconds}.${body}`, secret).toString("hex")}`;
}

/** Throws `WebhookRejected` unless the header signs this body with this secret within five minutes of `now`. */
export function verifySignature(body: string, header: string | undefined, secret: string, now: Date): void {
  const headerFields = (header ?? "").split(",").map((part) => part.split("=", 2));
  const seconds = Number(headerFields.find(([scheme]) => scheme === "t")?.[1] ?? Number.NaN);
  const expected = hmac(`${seconds}.${body}`, secret);
  const isValid = headerFields.some(
    ([scheme, value]) => scheme === "v1" && equalsInConstantTime(Buffer.from(value ?? "", "hex"), expected),
  );
  if (!isValid) throw new WebhookRejected("The signature does not fit the body");
  if (Math.abs(now.getTime() / 1000 - seconds) > toleranceSeconds)
    throw new WebhookRejected("The signature is too old");
}

const hmac = (text: string, secret: string) => createHmac("sha256", secret).update(text).digest();
const equalsInConstantTime = (a: Buffer, b: Buffer) => a.length === b.length && timingSafeEqual(a, b);
