import type { Database } from "#server/platform/database/open.ts";
import type { Services } from "#server/platform/services.ts";
import { patientById } from "#server/auth/public.ts";
import { loadCareStatus } from "#server/care/public.ts";
import type { ConversationAccess } from "./conversation-access.ts";

/** What decides the patient's access to conversations at this moment. */
export async function conversationAccessOf(
  services: Pick<Services, "secrets"> & { readonly db: Database },
  patientId: string,
): Promise<ConversationAccess> {
  const [{ state }, careStatus] = await Promise.all([
    patientById(services, patientId),
    loadCareStatus(services, patientId),
  ]);
  return { state, care: careStatus };
}
