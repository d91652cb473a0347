import { randomInt } from "node:crypto";
import type * as z from "zod/mini";
import type { support } from "#contract/support.ts";
import { patientById } from "#server/auth/public.ts";
import type { Caller } from "#server/platform/http/handler.ts";
import { newId } from "#server/platform/ids.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { Services } from "#server/platform/services.ts";

type Body = z.output<typeof support.contact.body>;
type Parts = Pick<Services, "db" | "secrets" | "clock"> & { readonly caller: Caller | null };

/** Without letters and digits that are read for one another. */
const letters = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";

/** Keeps a message to the practice, sealed, and returns the reference she can quote. */
export async function keepMessage(parts: Parts, body: Body): Promise<string> {
  const { db, secrets, clock, caller } = parts;
  const email = caller ? (await patientById(parts, caller.patientId)).email : body.email;
  if (!email) throw new Refusal("bad_request", { fields: [{ path: "email", message: "Please enter your email." }] });
  const id = newId();
  const reference = `C-${Array.from({ length: 8 }, () => letters[randomInt(letters.length)]).join("")}`;
  await db
    .insertInto("contact_message")
    .values({
      id,
      reference,
      patient_id: caller?.patientId ?? null,
      topic: body.topic,
      message_sealed: secrets.seal(
        { name: body.name ?? null, email, message: body.message },
        `contact_message.message_sealed:${id}`,
      ),
      created_at: clock.now(),
    })
    .execute();
  return reference;
}
