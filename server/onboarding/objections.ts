import { scopeCovers } from "#content/scope.ts";
import { clinicToday } from "#server/platform/clinic-day.ts";
import type { Database } from "#server/platform/database/open.ts";
import type { Services } from "#server/platform/services.ts";
import { assess } from "./visit/assess.ts";
import { combinationIssue, productsOfChoices } from "./options/choice-rules.ts";
import { withProducts } from "./screening/product-eligibility.ts";
import { findVisitRecord } from "./visit/record-queries.ts";
import { screeningHits, stopRuleOf } from "./screening/screening.ts";
import { loadVisit } from "./visit/visit-queries.ts";

/** What a patient's answers of now say against a product. */
export interface Contraindications {
  /** Why she may not have it at all, for the practice; null when she may. */
  readonly stop: string | null;
  /** Rules a doctor has to weigh, with the note to the doctor. */
  readonly warnings: readonly { readonly ruleid: string; readonly note: string }[];
  /** Why it does not go with the rest of her treatment; null when it does. */
  readonly combination: string | null;
}

/** What speaks against `productId` for her, when `beside` is all else she takes. */
export async function contraindicationsFor(
  services: Pick<Services, "content" | "clock" | "secrets"> & { readonly db: Database },
  patientId: string,
  { productId, beside: concurrent }: { readonly productId: string; readonly beside: readonly string[] },
): Promise<Contraindications> {
  const { content } = services;
  const record = await findVisitRecord(services.db, patientId);
  if (!record) return { stop: "She has answered no questions.", warnings: [], combination: null };
  const visit = await loadVisit(services, record);
  const { known } = assess(content, visit, clinicToday(services));
  const all = productsOfChoices(
    content,
    [productId, ...concurrent].map((productid) => ({ productid, pricingid: "" })),
  );
  const factsWithProduct = withProducts(known, all);
  const [product] = productsOfChoices(content, [{ productid: productId, pricingid: "" }]);
  const hits = product ? screeningHits(content, factsWithProduct, [product]) : [];
  const stopRule =
    stopRuleOf(hits) ?? hits.find(({ outcome, scope }) => product && outcome === "STOP" && scopeCovers(scope, product));
  return {
    stop: record.stopRuleId === null ? (stopRule?.note ?? null) : "Her visit was stopped for her safety.",
    warnings: hits
      .filter(
        ({ outcome, scope, prefer }) =>
          outcome === "CLINICIAN" && (scope !== "visit" || prefersOtherForm(prefer, product)),
      )
      .map(({ id, note }) => ({ ruleid: id, note })),
    combination: combinationIssue(content, factsWithProduct, all),
  };
}

/** A rule on her whole visit that prefers another form than the product has. */
const prefersOtherForm = (prefer: string | undefined, product: { readonly form: string } | undefined): boolean =>
  prefer !== undefined && product !== undefined && prefer !== product.form;
