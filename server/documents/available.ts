import type { documents } from "#contract/documents/calls.ts";
import type { Output } from "#contract/http/endpoint.ts";
import { latestLetter } from "#server/care/public.ts";
import type { Database } from "#server/platform/database/open.ts";
import type { Services } from "#server/platform/services.ts";
import { receiptYears } from "./receipt-years.ts";

/** What her screens offer to download: papers of these years, and no letter that nobody wrote. */
export async function availableDocuments(
  services: Pick<Services, "secrets" | "content" | "clock"> & { readonly db: Database },
  patientId: string,
): Promise<Output<typeof documents.available>> {
  const letter = await latestLetter(services, patientId);
  const years = receiptYears(services.content.brand.timezone, services.clock.now());
  return { medicalletter: letter !== undefined, years };
}
