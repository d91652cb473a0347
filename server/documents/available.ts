import type { documents } from "#contract/documents.ts";
import type { Output } from "#contract/endpoint.ts";
import { latestLetter } from "#server/care/public.ts";
import type { Database } from "#server/platform/database/open.ts";
import type { Services } from "#server/platform/services.ts";

/** Which papers are there that somebody has to write first: her screen offers no download of one that is not. */
export async function availableTo(
  parts: Pick<Services, "secrets"> & { readonly db: Database },
  patientId: string,
): Promise<Output<typeof documents.available>> {
  return { medicalletter: (await latestLetter(parts, patientId)) !== undefined };
}
