import { randomInt } from "node:crypto";
import type * as z from "zod/mini";
import { deathField } from "#content/schema/log.ts";
import type { Emergency } from "#contract/emergency/emergency.ts";
import type { support } from "#contract/support.ts";
import { accountNamed, patientById } from "#server/auth/public.ts";
import { reportDeath } from "#server/care/public.ts";
import { reportEmergency, detectEmergency } from "#server/emergency/public.ts";
import { sealed } from "#server/platform/crypto/sealed.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import type { Caller } from "#server/platform/http/handler.ts";
import { newId } from "#server/platform/ids.ts";
import { queueMail } from "#server/platform/mail/queue-mail.ts";
import { Refusal } from "#server/platform/refusal.ts";
import { sentence } from "#server/platform/sentences.ts";
import type { Services, TxServices } from "#server/platform/services.ts";

type ContactInput = z.output<typeof support.contact.body>;
type Deps = Services & { readonly caller: Caller | null };

interface ContactResult {
  /** To quote. */
  readonly reference: string;
  /** Whom to turn to, where it cannot wait for an answer. */
  readonly emergency: Emergency | null;
}

/** Without letters and digits that are read for one another. */
const referenceAlphabet = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";

/** What is sealed of a message. */
interface SealedMessage {
  readonly name: string | null;
  readonly email: string;
  readonly message: string;
}

const messageSealContext = sealed("contact_message.message_sealed");

export const decryptContactMessage = (
  { secrets }: Pick<Services, "secrets">,
  { id, message_sealed }: { readonly id: string; readonly message_sealed: Uint8Array },
): SealedMessage => secrets.open<SealedMessage>(message_sealed, messageSealContext(id));

/**
 * Keeps a message to the practice, sealed, and mails the practice that one is there, without a word of it; one that cannot wait is reported, too.
 * All in one transaction.
 */
export async function saveContactMessage(services: Deps, body: ContactInput): Promise<ContactResult> {
  const { secrets, clock, caller, config, content } = services;
  const email = caller ? (await patientById(services, caller.patientId)).email : body.email;
  if (!email)
    throw new Refusal("bad_request", { fields: [{ path: "email", message: sentence("support.enter_email") }] });
  const id = newId();
  const reference = `C-${Array.from({ length: 8 }, () => referenceAlphabet[randomInt(referenceAlphabet.length)]).join("")}`;
  const patientId = caller?.patientId ?? null;
  const name = body.name ?? null;
  const emergencySign = detectEmergency(content, body.message);
  await inTransaction(services, async (tx) => {
    await tx.db
      .insertInto("contact_message")
      .values({
        id,
        reference,
        patient_id: patientId,
        topic: body.topic,
        message_sealed: secrets.seal(
          { name, email, message: body.message } satisfies SealedMessage,
          messageSealContext(id),
        ),
        created_at: clock.now(),
      })
      .execute();
    await queueMail(tx, {
      mail: "practice_contact",
      to: config.supportEmail ?? content.brand.supportemail,
      values: { reference, link: `${config.publicUrl}/clinic/inbox` },
      dedupeKey: `practice_contact:${id}`,
    });
    if (body.topic === "death" && body.deceased) await stopAsTold(tx, body, { name, email, contactId: id });
    const contact = { name, email, reference };
    if (emergencySign) await reportEmergency(tx, { ...emergencySign, contact, patientId, source: "contact" });
  });
  return { reference, emergency: emergencySign?.emergency ?? null };
}

/** Somebody outside says that a patient died. Whoever they name so that we know who it is, everything stops for; anybody else stays a message to answer. */
async function stopAsTold(
  tx: TxServices,
  { message, deceased }: ContactInput,
  from: { readonly name: string | null; readonly email: string; readonly contactId: string },
): Promise<void> {
  const patientId = deceased && (await accountNamed(tx, deceased));
  if (!patientId) return;
  const { relation, diedon } = deceased;
  await reportDeath(tx, {
    ...{ patientId, reporter: `contact:${from.contactId}`, words: message },
    fields: [
      { id: "who", value: from.name ?? from.email },
      { id: "relation", value: relation },
      { id: "number", value: from.email },
      { id: "came", value: "form" },
      ...(diedon === undefined ? [] : [{ id: deathField, value: diedon }]),
    ],
  });
}
