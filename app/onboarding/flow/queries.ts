import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { navigate } from "wouter/use-browser-location";
import { call } from "#app/api/call.ts";
import { queryKey, queryOf } from "#app/api/query.ts";
import { session, useSession } from "#app/api/session/session.ts";
import { account } from "#contract/account/calls.ts";
import { growth } from "#contract/growth/calls.ts";
import { onboarding } from "#contract/onboarding/calls.ts";
import type { OnboardingRecord } from "#contract/onboarding/record.ts";
import type { StepView } from "#contract/onboarding/steps.ts";
import { payment } from "#contract/payment.ts";
import { store } from "#contract/cart/calls.ts";
import { support } from "#contract/support.ts";
import { stepHref } from "./step-addresses.ts";

/** The visit's queries, by what they fetch. */
export const queries = {
  step: (n: number) => queryOf(onboarding.step, { params: { n } }),
  reveal: () => queryOf(onboarding.productReveal, { query: {} }),
  states: () => ({ ...queryOf(support.lookup, { params: { type: "state" as const } }), staleTime: Infinity }),
  address: () => queryOf(store.defaultShippingAddress, {}),
  billing: () => queryOf(account.billingAddress, {}),
  card: () => queryOf(payment.sources, {}),
  /** Lines, discount, tax and total of the chosen products. */
  total: (shippingid?: string, couponid?: string | null) =>
    queryOf(store.computeTax, { body: { ...(shippingid && { shippingid }), ...(couponid && { couponid }) } }),
} as const;

export async function refreshOnboardingRecord(): Promise<OnboardingRecord> {
  const record = await call(onboarding.record, {});
  session.setRecord(record);
  return record;
}

/** The patient's onboarding record: the session's, or fetched once if the session has none. */
export function useOnboardingRecord() {
  const { record, token } = useSession();
  const query = useQuery({
    queryKey: queryKey(onboarding.record),
    queryFn: refreshOnboardingRecord,
    enabled: token !== null && !record,
  });
  return { record: record ?? undefined, query };
}

/** Writes a saved record and step into the cache, and drops unused steps, products, totals and upsells, which the change may affect. */
export function useSaveOutcome() {
  const cache = useQueryClient();
  return useCallback(
    (record: OnboardingRecord, view?: StepView) => {
      for (const call of [onboarding.step, onboarding.productReveal, store.computeTax, growth.onboardingUpsell]) {
        cache.removeQueries({ queryKey: queryKey(call), type: "inactive" });
      }
      if (view) cache.setQueryData(queries.step(view.step).queryKey, view);
      session.setRecord(record);
    },
    [cache],
  );
}

/**
 * Goes to the current step, as the server assesses it now: another tab or device has moved on, or an earlier choice no longer holds, which the stored
 * record alone does not tell.
 */
export function useGoToCurrentStep() {
  const cache = useQueryClient();
  return useCallback(async () => {
    cache.removeQueries({ queryKey: queryKey(onboarding.step) });
    const { onboarding: record, view } = await call(onboarding.recordV2, {});
    session.setRecord(record);
    if (view) cache.setQueryData(queries.step(view.step).queryKey, view);
    navigate(record.onboardingstatus === "DONE" ? "/home" : stepHref(record.onboardingstep), { replace: true });
  }, [cache]);
}
