import { postMessage } from "#server/messages/public.ts";
import { sealed } from "#server/platform/crypto/sealed.ts";
import type { TxServices } from "#server/platform/services.ts";

/** The seal context of the doctor's note on an upsell request. */
export const upsellNoteSealContext = sealed("upsell_request.note_sealed");

/**
 * Posts the doctor's note on an upsell or a renewal to their conversation with the patient, once per decision. It sends no mail: the decision
 * has its own.
 */
export async function postDoctorsNote(
  services: TxServices,
  note: {
    readonly patientId: string;
    readonly doctorId: string;
    /** The upsell or renewal that is decided. */
    readonly requestId: string;
    readonly text: string;
  },
): Promise<void> {
  const { patientId, doctorId, requestId, text } = note;
  const author = { role: "doctor", doctorId } as const;
  await postMessage(services, { patientId, kind: "doctor", author, text, clientId: requestId, sendsMail: false });
}
