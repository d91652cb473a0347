import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "#app/api/call.ts";
import { cookieNames } from "#app/api/session/cookie-names.ts";
import { visitorCookies } from "#app/api/session/cookies.ts";
import { queryKey, queryOf } from "#app/api/query.ts";
import { codeRefusal } from "#app/growth/promo/code-refusal.ts";
import { store } from "#contract/cart/calls.ts";
import { toCheckoutList } from "../widget/cart-lines.ts";
import type { CartLine } from "#contract/cart/frame.ts";

/** The total of the cart with tax and coupon, as the server computes it. A promo the patient came with is tried automatically, once. */
export function useCartQuote(lines: readonly CartLine[]) {
  const cache = useQueryClient();
  const [coupon, setCoupon] = useState<string | null>(() => visitorCookies.get(cookieNames.promocode));
  const [isTyped, setIsTyped] = useState(false);
  const checkout = toCheckoutList(lines);
  const inputWith = (couponid: string | null) => ({ body: { checkout, ...(couponid !== null && { couponid }) } });

  const quote = useQuery({
    ...queryOf(store.computeTax, inputWith(coupon)),
    placeholderData: keepPreviousData,
    queryFn: () => {
      const price = (couponid: string | null) => call(store.computeTax, inputWith(couponid));
      return isTyped ? price(coupon) : priceWithPromo(price, coupon, () => setCoupon(null));
    },
  });

  return {
    quote,
    coupon,
    apply: async (code: string) => {
      const couponid = code.toUpperCase();
      const priced = await call(store.computeTax, inputWith(couponid));
      cache.setQueryData(queryOf(store.computeTax, inputWith(couponid)).queryKey, priced);
      setIsTyped(true);
      setCoupon(couponid);
    },
    remove: async () => {
      visitorCookies.drop(cookieNames.promocode);
      setCoupon(null);
    },
    reprice: () => cache.invalidateQueries({ queryKey: queryKey(store.computeTax) }),
  };
}

/** The quote with the promo the patient came with. They did not type it, so a refused one must not block: it is dropped. */
export async function priceWithPromo<Quote>(
  price: (couponid: string | null) => Promise<Quote>,
  promo: string | null,
  onRefused: () => void,
): Promise<Quote> {
  try {
    return await price(promo);
  } catch (error) {
    const refusal = codeRefusal(error);
    if (promo === null || refusal === null || refusal === "unauthorized") throw error;
    onRefused();
    return price(null);
  }
}
