import type { TxServices } from "#server/platform/services.ts";
import { postMessage } from "#server/messages/public.ts";

/** Where the words of an addition are sealed to. */
export const upsellNoteSealContext = (upsellRequestId: string): string => `addition.note_sealed:${upsellRequestId}`;

/** The doctor's words on what she added, in their conversation; once for each decision. Another mail tells her of it. */
export async function postDoctorsNote(
  services: TxServices,
  note: { readonly patientId: string; readonly doctorId: string; readonly additionId: string; readonly text: string },
): Promise<void> {
  const { patientId, doctorId, additionId, text } = note;
  const author = { role: "doctor", doctorId } as const;
  await postMessage(services, { patientId, kind: "doctor", author, text, clientId: additionId, mail: false });
}
