import type { ReactNode } from "react";
import { HowToUse } from "#app/catalogue/how-to-use.tsx";
import { CheckIcon } from "#app/ui/brand/base-icons.tsx";
import { StatusBadge } from "#app/ui/data/badge.tsx";
import { Cluster } from "#app/ui/layout/cluster.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import type { CatalogueProduct } from "#contract/catalogue.ts";
import { priceEvery } from "#contract/fields/period.ts";
import { NoticeList } from "../plan/notice-list.tsx";
import css from "./product-facts.module.css";

const hsaText = { eligible: "HSA eligible", needs_letter: "HSA with a letter", not_eligible: null } as const;

/** All there is to know about a product, in an opened row: what it is, why it is offered, what to know first, how to use it. */
export function ProductFacts({
  product,
  offered,
  reasonsHeading = product.fit === "required" ? "Why you need it" : "Why it fits you",
  children,
}: {
  product: CatalogueProduct;
  /** In which supply it is offered; null for a product of the plan, which shows its price and its notices itself. */
  offered: { readonly pricing: CatalogueProduct["pricings"][number] | undefined } | null;
  /** Heading of the reasons. */
  reasonsHeading?: string;
  /** What can be done with it. */
  children: ReactNode;
}) {
  const { description, doctorsays, reasons, notices, howtouse, prescription, fit, form, strength } = product;
  const hsa = hsaText[product.hsa];
  return (
    <Stack gap={3}>
      <p>{description}</p>
      {doctorsays && fit !== "required" && <p className={css["says"]}>{doctorsays}</p>}
      {reasons.length > 0 && (
        <div>
          <p className={css["heading"]}>{reasonsHeading}</p>
          <Stack as="ul" gap={1} className={css["reasons"]}>
            {reasons.map((reason) => (
              <li key={reason}>
                <CheckIcon />
                <span>{reason}</span>
              </li>
            ))}
          </Stack>
        </div>
      )}
      {offered && notices.length > 0 && (
        <div className={css["notices"]}>
          <p className={css["heading"]}>Before you start</p>
          <NoticeList notices={notices} />
        </div>
      )}
      <HowToUse picture={product.picture}>
        <p>{howtouse}</p>
      </HowToUse>
      {(prescription || hsa) && (
        <Cluster gap={2}>
          {prescription && <StatusBadge>Rx</StatusBadge>}
          {hsa && <StatusBadge tone="success">{hsa}</StatusBadge>}
        </Cluster>
      )}
      {offered && (
        <p>
          {form}, {strength}
          {offered.pricing && ` · ${priceEvery(offered.pricing)}`}
        </p>
      )}
      {children}
    </Stack>
  );
}
