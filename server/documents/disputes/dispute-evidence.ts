import { createHash } from "node:crypto";
import { dayIn } from "#contract/fields/formats.ts";
import { givenConsents, patientById, sessionsSince } from "#server/auth/public.ts";
import { patientWroteSince } from "#server/messages/public.ts";
import { type KeptMail, mailsOf } from "#server/notifications/public.ts";
import { acceptedOrderTerms, openShipTo, orderById } from "#server/orders/public.ts";
import { type DisputeWithOrder, type Movement, movementsOf } from "#server/payment/public.ts";
import { mergedInto } from "#server/persons/public.ts";
import type { DisputeEvidence } from "#server/platform/gateway/port.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { Services } from "#server/platform/services.ts";
import { parcelRows } from "#server/prescriptions/public.ts";
import { type ChartEffects, chartEffectsOfPatient } from "#server/tasks/public.ts";
import { addressLines, cardText, money, personName, practiceMomentText } from "../formats.ts";

/*
 * What a bank may be told of a disputed charge, gathered when somebody looks at it. HIPAA allows what collecting a payment needs, and no more: so nothing of
 * what was ordered, prescribed, answered or written is read here, only that it was, and when.
 */

export interface EvidenceLine {
  /** Null for what has no time. */
  readonly at: Date | null;
  readonly text: string;
}

export interface Evidence {
  readonly sections: readonly { readonly title: string; readonly lines: readonly EvidenceLine[] }[];
  readonly sent: DisputeEvidence;
  /** Why the patient's e-mail and address are left out, in words; null: they aren't. */
  readonly contactLeftOut: string | null;
  /** Stands for all of it: the same for the same evidence. */
  readonly revision: string;
}

/** What stays with the practice, in words. */
export const leftOut = [
  "What was ordered or prescribed",
  "Health answers, diagnoses, photos, and documents",
  "What messages and notes say",
  "Date of birth, phone number, and identity documents",
] as const;

type Deps = Pick<Services, "db" | "secrets" | "content">;

const dayMs = 24 * 3_600_000;
/** So many of the last sign-ins and messages, and of the patient's mails that are looked through. */
const [maxListed, maxMails] = [20, 200];

/** The consent at sign-up that is no medical one; that to being charged is given at each checkout, with the order. */
const termsConsent = "terms";

/** Mails about a charge or a parcel, and what each is called here. */
const mailLabels: Readonly<Record<string, string>> = {
  charge_reminder: "A reminder of the charge, with its amount and day,",
  order_placed: "A confirmation of the order",
  order_confirmation: "A confirmation of the order",
  receipt: "A receipt",
  plan_approved: "A notice of the charge, with its amount,",
  plan_approved_in_part: "A notice of the charge, with its amount,",
  renewal_charged: "A notice of the charge, with its amount,",
  order_shipped: "A shipping notice with the tracking number",
  order_part_shipped: "A shipping notice with the tracking number",
};
const outcomeLabels: Readonly<Record<KeptMail["outcome"], string>> = {
  accepted: "the mail server took it",
  refused: "the mail server refused it",
  dropped: "it wasn't delivered",
  waiting: "the mail server hasn't taken it yet",
};

/**
 * The evidence about a dispute. Whoever holds the card may be the person a patient is to be protected from, so where the chart has a restriction or another way to
 * reach them, nothing in it says where they live or get mails, unless somebody looked and wants it `withContact` (45 CFR 164.522).
 */
export async function evidenceOf(services: Deps, dispute: DisputeWithOrder, withContact: boolean): Promise<Evidence> {
  const { db, secrets, content } = services;
  const { patient_id: patientId, order_id: orderId } = dispute;
  const order = await orderById(db, orderId);
  if (!order) throw new Refusal("not_found");
  const patient = await patientById(services, patientId);
  const movements = (await movementsOf(db, patientId)).filter((each) => each.orderId === orderId);
  const parcels = await parcelRows(db, [orderId]).execute();
  const mails = await mailsOf(services, patientId, null, maxMails);
  const consents = await givenConsents(db, patientId, maxMails);
  // Since two accounts were made one, the other one is used.
  const merged = await mergedInto(db, patientId);
  const accounts = merged === null ? [patientId] : [patientId, merged];
  const sessions = await sessionsSince(db, accounts, new Date(order.placed_at.getTime() - 30 * dayMs), maxListed);
  const wrote = await patientWroteSince(db, accounts, order.placed_at, maxListed);
  const { restricted, reachedOtherwise } = await chartEffectsOfPatient(services, merged ?? patientId);
  const contactLeftOut = withContact ? null : contactReason({ restricted, reachedOtherwise });
  const hasContact = contactLeftOut === null;
  const shipTo = addressLines(openShipTo(secrets, order)).join(", ");
  const charge = movements.find(({ kind }) => kind === "payment");
  const chargedAt = charge?.at ?? order.placed_at;

  const agreed = consents
    .filter(({ id, givenAt }) => id === termsConsent && givenAt <= chargedAt)
    .map(({ version, givenAt }) => line(givenAt, `Agreed to the terms and conditions, version ${version}`));
  const accepted = await acceptedOrderTerms(db, patientId, maxMails);
  // A renewal has no checkout: what was agreed to stands from the last one before it.
  const agreedWith = accepted.find(({ id }) => id === orderId) ?? accepted.find(({ at }) => at <= order.placed_at);
  const checkouts = (agreedWith ? [agreedWith] : []).map(({ version, at }) =>
    line(at, `Agreed at checkout to be charged for each supply until they pause or cancel, terms of ${version}`),
  );
  const delivered = parcels.flatMap(({ carrier, tracking_number, shipped_at, delivered_at, returned_at }) => [
    line(shipped_at, `Sent by ${carrier}, tracking number ${tracking_number}${hasContact ? `, to ${shipTo}` : ""}`),
    ...(delivered_at ? [line(delivered_at, `Delivered by ${carrier}, tracking number ${tracking_number}`)] : []),
    ...(returned_at ? [line(returned_at, `Came back, tracking number ${tracking_number}`)] : []),
  ]);
  const usage = [
    ...sessions.flatMap(({ created_at, last_used_at }) => [
      line(created_at, "Signed in to the account"),
      ...(last_used_at > created_at ? [line(last_used_at, "Used the account")] : []),
    ]),
    ...wrote.map((at) => line(at, "Wrote a message to the practice")),
  ];
  const { dispute: policies } = content.documents;
  const sections = [
    {
      title: "The charge",
      lines: byTime([line(order.placed_at, `Order ${order.number ?? ""} was placed`), ...movements.map(movementLine)]),
    },
    { title: "What the cardholder agreed to", lines: byTime([...agreed, ...checkouts]) },
    {
      title: "What was announced and confirmed",
      lines: byTime(
        mailsAbout(mails, {
          hasContact,
          placedAt: order.placed_at,
          chargedAt,
          sentAt: parcels.map((each) => each.shipped_at),
        }),
      ),
    },
    { title: "What was sent and delivered", lines: byTime(delivered) },
    { title: "How the account was used", lines: byTime(usage) },
    {
      title: "Refunds and cancellation",
      lines: [policies.refunds, policies.cancellation].map((text) => line(null, text)),
    },
  ];
  const { timezone, practice } = content.brand;
  const asText = (lines: readonly EvidenceLine[]) => lines.map((each) => lineText(timezone, each)).join("\n");
  const [first] = parcels;
  const sent: DisputeEvidence = {
    ...(personName(patient) !== "" && { customerName: personName(patient) }),
    ...(hasContact && { customerEmail: patient.email, shippingAddress: shipTo }),
    ...(first && {
      shippingCarrier: first.carrier,
      shippingTrackingNumber: parcels.map(({ tracking_number }) => tracking_number).join(", "),
      shippingDate: dayIn(timezone, first.shipped_at),
    }),
    productDescription: `Goods by mail, ordered online from ${practice.name}`,
    refundPolicy: policies.refunds,
    cancellationPolicy: policies.cancellation,
    ...(usage.length > 0 && { activityLog: asText(byTime(usage)) }),
    summary: sections
      .slice(0, 4)
      .filter(({ lines }) => lines.length > 0)
      .map(({ title, lines }) => `${title}\n${asText(lines)}`)
      .join("\n\n"),
  };
  return {
    sections,
    sent,
    contactLeftOut,
    revision: createHash("sha256").update(JSON.stringify(sent)).digest("hex").slice(0, 32),
  };
}

/** Why contact data is left out; null: nothing on the chart asks for it. */
function contactReason({ restricted, reachedOtherwise }: Pick<ChartEffects, "restricted" | "reachedOtherwise">) {
  const asks = [
    restricted && "that something isn’t disclosed",
    reachedOtherwise && "to be reached another way, in confidence",
  ].filter(Boolean);
  return asks.length === 0
    ? null
    : `The patient asked ${asks.join(", and ")}. Whoever holds the card may read what the bank gets. So their email and their address are left out.`;
}

const line = (at: Date | null, text: string): EvidenceLine => ({ at, text });
const byTime = (lines: readonly EvidenceLine[]): EvidenceLine[] =>
  lines.toSorted((one, other) => (one.at?.getTime() ?? 0) - (other.at?.getTime() ?? 0));

/** A line with its time at the practice's clock. */
export const lineText = (timezone: string, { at, text }: EvidenceLine): string =>
  at === null ? text : `${practiceMomentText(timezone, at)}: ${text}`;

function movementLine({ kind, cents, at, card, creditNote }: Movement): EvidenceLine {
  const amount = money(cents);
  if (kind === "payment") return line(at, `${amount} was charged to ${cardText(card)}`);
  if (kind === "returned") return line(at, `${amount} came back from the bank of ${cardText(card)}`);
  return line(
    at,
    creditNote === null
      ? `${amount} was taken back by the bank of ${cardText(card)}`
      : `${amount} was refunded to ${cardText(card)}, credit note ${creditNote}`,
  );
}

interface Moments {
  readonly placedAt: Date;
  readonly chargedAt: Date;
  readonly sentAt: readonly Date[];
}

/**
 * The mails about this charge. A mail doesn't say which order it is about, so it is by its day: a reminder of the two weeks before, a confirmation from the
 * order to the day after the charge, a shipping notice within two days of a parcel.
 */
export function mailsAbout(
  mails: readonly KeptMail[],
  { placedAt, chargedAt, sentAt, hasContact = true }: Moments & { readonly hasContact?: boolean },
): EvidenceLine[] {
  const within = (at: Date, from: Date, days: number) => at >= from && at.getTime() <= from.getTime() + days * dayMs;
  const isAbout = ({ mail, queuedAt }: KeptMail) => {
    if (mail === "charge_reminder") return queuedAt <= chargedAt && within(chargedAt, queuedAt, 14);
    if (mail === "order_shipped" || mail === "order_part_shipped") return sentAt.some((at) => within(queuedAt, at, 2));
    return queuedAt >= placedAt && queuedAt.getTime() <= chargedAt.getTime() + dayMs;
  };
  return mails
    .filter((mail) => mailLabels[mail.mail] !== undefined && isAbout(mail))
    .map(({ mail, address, queuedAt, outcome }) =>
      line(queuedAt, `${mailLabels[mail]} was mailed${hasContact ? ` to ${address}` : ""}; ${outcomeLabels[outcome]}`),
    );
}
