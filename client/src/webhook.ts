import type { ClinicEvent } from "./calls.ts";

/** Why a webhook must not be believed. */
export class WebhookError extends Error {
  override readonly name = "WebhookError";
}

export interface VerifiedWebhook {
  /** Of the event; a webhook that is delivered again has the same one. */
  readonly id: string;
  readonly sentAt: Date;
  readonly payload: WebhookPayload;
}

/** An event as a webhook brings it; its id is the webhook's. */
export interface WebhookPayload extends Pick<ClinicEvent, "type"> {
  /** When it happened. */
  readonly timestamp: string;
  readonly data: Pick<ClinicEvent, "patientid" | "object">;
}

export interface WebhookOptions {
  /** How far the sender's clock may be from ours, either way; 300 by default. */
  readonly toleranceSeconds?: number;
  readonly now?: () => number;
}

type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * Checks the signature of a webhook, as [Standard Webhooks](https://www.standardwebhooks.com) describes it, and returns what it says. `body` is what
 * was received, byte for byte, before any parsing. While a secret is being replaced, pass the old one and the new one. Throws `WebhookError`.
 */
export async function verifyWebhook(
  secrets: string | readonly string[],
  headers: WebhookHeaders,
  body: string | Uint8Array,
  { toleranceSeconds = 300, now = Date.now }: WebhookOptions = {},
): Promise<VerifiedWebhook> {
  const [id, timestamp, signatures] = ["id", "timestamp", "signature"].map((name) =>
    headerOf(headers, `webhook-${name}`),
  );
  if (!id || !timestamp || !signatures) throw new WebhookError("A header is missing");
  if (!/^\d{1,12}$/.test(timestamp)) throw new WebhookError("The timestamp is not a number");
  if (Math.abs(now() / 1000 - Number(timestamp)) > toleranceSeconds)
    throw new WebhookError("It was sent too long ago, or the clocks differ");
  const bytes = typeof body === "string" ? encode(body) : body;
  const head = encode(`${id}.${timestamp}.`);
  const signed = new Uint8Array(head.length + bytes.length);
  signed.set(head);
  signed.set(bytes, head.length);
  const keys = await Promise.all([secrets].flat().map(keyOf));
  for (const signature of signatures.split(" ")) {
    const given = signature.startsWith("v1,") ? decode(signature.slice(3)) : undefined;
    // `verify` takes the same time wherever the signatures differ.
    if (given)
      for (const key of keys)
        if (await crypto.subtle.verify("HMAC", key, given, signed)) return verified(id, timestamp, bytes);
  }
  throw new WebhookError("The signature is wrong");
}

function verified(id: string, timestamp: string, bytes: Uint8Array): VerifiedWebhook {
  const payload = JSON.parse(new TextDecoder().decode(bytes)) as WebhookPayload;
  return { id, sentAt: new Date(Number(timestamp) * 1000), payload };
}

const headerOf = (headers: WebhookHeaders, name: string): string | undefined => {
  const value = headers instanceof Headers ? (headers.get(name) ?? undefined) : headers[name];
  return typeof value === "object" ? value.join(" ") : value;
};

function keyOf(secret: string): Promise<CryptoKey> {
  const bytes = decode(secret.replace(/^whsec_/, ""));
  if (!bytes || bytes.length < 16) throw new TypeError("A webhook secret is whsec_ and at least 16 bytes in base64");
  return crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["verify"]);
}

const encode = (text: string) => new TextEncoder().encode(text);

function decode(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}
