import { useQueryClient } from "@tanstack/react-query";
import { isApiError } from "#app/api/api-error.ts";
import { queryKey } from "#app/api/query.ts";
import type { CatalogueProduct } from "#contract/catalogue.ts";
import { toDollars } from "#contract/fields/numbers.ts";
import { onboarding } from "#contract/onboarding/calls.ts";
import type { SeenNotices } from "../notices/use-answer-notices.ts";
import { useSaveStep } from "../flow/use-save-step.ts";
import { type Choices, planCents } from "./product-choices.ts";

/** Saves a choice at the price the patient sees. Where it costs more now, or is not offered any more, today's offer is shown with the reason. */
export function useSavePlan(step: number, products: readonly CatalogueProduct[], seen: SeenNotices) {
  const save = useSaveStep(step, { seen });
  const cache = useQueryClient();
  return async (choices: Choices): Promise<void> => {
    try {
      await save({ products: [...choices], totalamount: toDollars(planCents(choices, products)) });
    } catch (error) {
      if (isApiError(error) && ["price_changed", "bad_request"].includes(error.code))
        await cache.invalidateQueries({ queryKey: queryKey(onboarding.productReveal) });
      throw error;
    }
  };
}
