import type Stripe from "stripe";
import type { SystemReports } from "../../outside/outside.ts";
import { type GatewayEvent, WebhookRejected } from "../port.ts";
import { gatewayEvent, type StripeEvent } from "../stripe-event.ts";
import type { stripeEventsTable } from "./stripe-table.ts";

interface Deps {
  readonly stripe: Stripe;
  readonly settings: { readonly secretKey: string; readonly webhookSecret: string };
  readonly events: SystemReports<Exclude<keyof typeof stripeEventsTable.rows, "unknown">>;
}

/** What a body signed by Stripe says. Of another API version, or of a type nobody knows yet: only ids are read. */
type SignedBody = Partial<StripeEvent> & { readonly object?: string; readonly livemode?: boolean };

/**
 * The event of a request to the webhook. One that is signed and can't be used (of the other mode, or thin) names no intent, and is accepted: a refused one
 * comes again for days, and then Stripe turns the endpoint off. Throws `WebhookRejected` for a body that Stripe didn't sign.
 */
export function verifyStripeEvent(
  { stripe, settings, events }: Deps,
  rawBody: string | Uint8Array,
  header: string | undefined,
): GatewayEvent {
  const body = (typeof rawBody === "string" ? rawBody : Buffer.from(rawBody)).toString("utf8");
  try {
    stripe.webhooks.signature?.verifyHeader(body, header ?? "", settings.webhookSecret);
  } catch {
    // Who sends no signature at all is no gateway, and says nothing about our settings.
    if (header !== undefined) events.failed("not_signed");
    throw new WebhookRejected("The signature does not fit the body");
  }
  const event = parse(body);
  if (event.object === "v2.core.event") {
    events.failed("thin");
    return withoutIntent(event);
  }
  if (typeof event.data?.object !== "object" || event.data.object === null)
    throw new WebhookRejected("The body is no event");
  if (event.livemode !== undefined && event.livemode !== /^(sk|rk)_live_/.test(settings.secretKey)) {
    events.failed("wrong_mode", event.type);
    return withoutIntent(event);
  }
  events.worked();
  return gatewayEvent({ ...withId(event), data: event.data });
}

function parse(body: string): SignedBody {
  try {
    const parsed: unknown = JSON.parse(body);
    if (typeof parsed === "object" && parsed !== null) return parsed;
  } catch {
    // As any other body that is no event.
  }
  throw new WebhookRejected("The body is no event");
}

function withId({ id, type = "", created }: SignedBody): Omit<StripeEvent, "data"> {
  if (typeof id !== "string") throw new WebhookRejected("The body is no event");
  return { id, type, created: typeof created === "number" ? created : Date.now() / 1000 };
}

/** Thin events have the moment as text. */
function withoutIntent(event: SignedBody): GatewayEvent {
  const { id, type, created } = withId(event);
  return { id, type, intentId: null, created: new Date(created * 1000) };
}
