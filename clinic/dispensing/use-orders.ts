import { queryOptions, useQuery } from "@tanstack/react-query";
import { usePageVisible } from "#app/browser/visibility.ts";
import { call } from "#clinic/api/call.ts";
import type { StaffCall } from "#clinic/api/client.ts";
import { care } from "#contract/care/calls.ts";
import type { orderLists, OrderItem } from "#contract/care/worklists.ts";
import type { KnownOrders } from "./shipping-rows.ts";

type Status = (typeof orderLists)[number];

/** How many pages of one list are read. */
const maxPages = 40;
/** How often the list looks for news, ms. */
const lookEveryMs = 20_000;
export const ordersKey = ["dispensing-orders"] as const;

/** The orders of a list, oldest first. */
export async function readOrders(
  callAs: StaffCall,
  status: Status,
  options: Parameters<StaffCall>[2] = {},
): Promise<readonly OrderItem[]> {
  const items: OrderItem[] = [];
  let nextpage: string | null | undefined;
  for (let page = 0; page < maxPages && nextpage !== null; page++) {
    const answer = await callAs(care.orders, { query: { status, ...(nextpage && { nextpage }) } }, options);
    items.push(...answer.items);
    ({ nextpage } = answer);
  }
  return items;
}

/** All that a pharmacy's file may name, as it is now. */
export async function readKnownOrders(callAs: StaffCall): Promise<KnownOrders> {
  const [ready, paid, shipped] = await Promise.all([
    readOrders(callAs, "ready"),
    readOrders(callAs, "paid"),
    readOrders(callAs, "shipped"),
  ]);
  return { ready, paid, shipped };
}

/** The order with this number, wherever it stands. */
export const orderByNumber = (number: string) =>
  queryOptions({
    queryKey: [...ordersKey, "number", number],
    queryFn: async ({ signal }) => (await call(care.orderByNumber, { params: { number } }, { signal })).items,
  });

/** The same; nothing is asked while there is no number. */
export const useOrderByNumber = (number: string | null) =>
  useQuery({ ...orderByNumber(number ?? ""), enabled: number !== null });

export function useOrders(status: "ready" | "asked" | "shipped") {
  const visible = usePageVisible();
  return useQuery({
    queryKey: [...ordersKey, status],
    queryFn: ({ signal }) => readOrders(call, status, { signal, background: true }),
    refetchInterval: visible ? lookEveryMs : false,
  });
}
