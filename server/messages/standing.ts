import type { Database } from "#server/platform/database/open.ts";
import type { Services } from "#server/platform/services.ts";
import { patientById } from "#server/auth/public.ts";
import { careStanding } from "#server/care/public.ts";
import type { Standing } from "./standing-rules.ts";

/** What her conversations hang on, as it is now. */
export async function standingOf(
  parts: Pick<Services, "secrets"> & { readonly db: Database },
  patientId: string,
): Promise<Standing> {
  const [{ state }, care] = await Promise.all([patientById(parts, patientId), careStanding(parts, patientId)]);
  return { state, care };
}
