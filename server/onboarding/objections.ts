import { touches } from "#content/scope.ts";
import { clinicDay } from "#server/platform/clinic-day.ts";
import type { Database } from "#server/platform/database/open.ts";
import type { Services } from "#server/platform/services.ts";
import { assess } from "./assess.ts";
import { combinationIssue, productsOf } from "./choice-rules.ts";
import { withProducts } from "./fitting.ts";
import { findRecord } from "./record-queries.ts";
import { hitsOf, stopOf } from "./screening.ts";
import { loadVisit } from "./visit-queries.ts";

/** What a patient's answers of now say against a product. */
export interface Objections {
  /** Why she may not have it at all, for the practice; null when she may. */
  readonly stop: string | null;
  /** Rules a doctor has to weigh, with the note to the doctor. */
  readonly warnings: readonly { readonly ruleid: string; readonly note: string }[];
  /** Why it does not go with the rest of her treatment; null when it does. */
  readonly combination: string | null;
}

/** What speaks against `productId` for her, when `beside` is all else she takes. */
export async function objectionsTo(
  parts: Pick<Services, "content" | "clock" | "secrets"> & { readonly db: Database },
  patientId: string,
  { productId, beside }: { readonly productId: string; readonly beside: readonly string[] },
): Promise<Objections> {
  const { content } = parts;
  const record = await findRecord(parts.db, patientId);
  if (!record) return { stop: "She has answered no questions.", warnings: [], combination: null };
  const visit = await loadVisit(parts, record);
  const { known } = assess(content, visit, clinicDay(parts));
  const all = productsOf(
    content,
    [productId, ...beside].map((productid) => ({ productid, pricingid: "" })),
  );
  const now = withProducts(known, all);
  const [product] = productsOf(content, [{ productid: productId, pricingid: "" }]);
  const hits = product ? hitsOf(content, now, [product]) : [];
  const against =
    stopOf(hits) ?? hits.find(({ outcome, scope }) => product && outcome === "STOP" && touches(scope, product));
  return {
    stop: record.stopRuleId === null ? (against?.note ?? null) : "Her visit was stopped for her safety.",
    warnings: hits
      .filter(
        ({ outcome, scope, prefer }) => outcome === "CLINICIAN" && (scope !== "visit" || isOther(prefer, product)),
      )
      .map(({ id, note }) => ({ ruleid: id, note })),
    combination: combinationIssue(content, now, all),
  };
}

/** A rule on her whole visit that prefers another form than the product has. */
const isOther = (prefer: string | undefined, product: { readonly form: string } | undefined): boolean =>
  prefer !== undefined && product !== undefined && prefer !== product.form;
