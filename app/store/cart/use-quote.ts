import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "#app/api/api.ts";
import { isApiError } from "#app/api/api-error.ts";
import { cookieNames } from "#app/api/cookie-names.ts";
import { visitorCookies } from "#app/api/cookies.ts";
import { queryKey, queryOf } from "#app/api/query.ts";
import { store } from "#contract/store.ts";
import { checkoutList } from "./lines.ts";
import type { CartLine } from "#contract/frame.ts";

/** The total of the cart with tax and coupon, as the server computes it. A promo she came with is tried by itself, once. */
export function useQuote(lines: readonly CartLine[]) {
  const cache = useQueryClient();
  const [coupon, setCoupon] = useState<string | null>(() => visitorCookies.get(cookieNames.promocode));
  const [byHand, setByHand] = useState(false);
  const checkout = checkoutList(lines);
  const inputWith = (couponid: string | null) => ({ body: { checkout, ...(couponid !== null && { couponid }) } });

  const quote = useQuery({
    ...queryOf(store.computeTax, inputWith(coupon)),
    placeholderData: keepPreviousData,
    queryFn: async () => {
      try {
        return await call(store.computeTax, inputWith(coupon));
      } catch (error) {
        // What she did not type does not stand in her way.
        if (coupon === null || byHand || !isApiError(error) || !error.code.startsWith("coupon_")) throw error;
        setCoupon(null);
        return call(store.computeTax, inputWith(null));
      }
    },
  });

  return {
    quote,
    coupon,
    apply: async (code: string) => {
      const couponid = code.toUpperCase();
      const priced = await call(store.computeTax, inputWith(couponid));
      cache.setQueryData(queryOf(store.computeTax, inputWith(couponid)).queryKey, priced);
      setByHand(true);
      setCoupon(couponid);
    },
    remove: async () => {
      visitorCookies.drop(cookieNames.promocode);
      setCoupon(null);
    },
    reprice: () => cache.invalidateQueries({ queryKey: queryKey(store.computeTax) }),
  };
}
