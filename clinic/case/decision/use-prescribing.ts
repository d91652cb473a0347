import { useQuery } from "@tanstack/react-query";
import { queryOf } from "#clinic/api/query.ts";
import { type ReplacementOption, replacementsFor } from "#clinic/care/replacements.ts";
import type { PatientRecord } from "#contract/care/patients.ts";
import { catalogueCalls } from "#contract/catalogue.ts";
import type { PrescribedOf } from "./decision.ts";
import { orderToDecide } from "../evidence/order-to-decide.ts";
import { prescribedOf } from "./prescribed.ts";

/** What can be prescribed instead of each requested product, and what is prescribed of it. */
export function usePrescribing(record: PatientRecord): {
  readonly replacements: (productid: string) => readonly ReplacementOption[];
  readonly prescribed: PrescribedOf;
  /** What is prescribed is known, or can't be read. */
  readonly ready: boolean;
} {
  const catalogue = useQuery({ ...queryOf(catalogueCalls.products, {}), staleTime: 5 * 60_000 });
  const products = catalogue.data?.items ?? [];
  const lines = orderToDecide(record)?.detail ?? [];
  return {
    replacements: (productid) => {
      const pricingid = lines.find((line) => line.productid === productid)?.pricingid ?? null;
      return replacementsFor({ productid, pricingid }, products);
    },
    prescribed: (decision, item) => prescribedOf(decision, item, lines, products),
    ready: !catalogue.isPending,
  };
}
