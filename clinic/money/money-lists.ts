import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { call } from "#clinic/api/call.ts";
import { queryKey, queryOf } from "#clinic/api/query.ts";
import { care } from "#contract/care/calls.ts";
import type { OrderItem, orderLists } from "#contract/care/worklists.ts";
import type { Order } from "#contract/orders/orders.ts";

export type OrderList = (typeof orderLists)[number];

/** One of the lists of orders, page after page. */
export const useOrders = (status: OrderList) =>
  useInfiniteQuery({
    queryKey: queryKey(care.orders, ["pages", status]),
    queryFn: ({ pageParam, signal }) =>
      call(care.orders, { query: { status, ...(pageParam && { nextpage: pageParam }) } }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextpage }) => nextpage,
  });

/** The order with a number that was typed, in whatever state; asked for once enough of it is there. */
export function useOrderByNumber(typed: string) {
  const number = typed.trim();
  return useQuery({
    ...queryOf(care.orderByNumber, { params: { number } }),
    enabled: /^\d{4,20}$/.test(number),
  });
}

export type PlacedOrder = OrderItem & { readonly order: Order };

/** Those that have an order; a charge that is past due has none yet. */
export const placedOrders = (pages: readonly { readonly items: readonly OrderItem[] }[]): readonly PlacedOrder[] =>
  pages.flatMap(({ items }) => items).filter((item): item is PlacedOrder => item.order !== null);

export const useDisputes = () =>
  useInfiniteQuery({
    queryKey: queryKey(care.disputes, "pages"),
    queryFn: ({ pageParam, signal }) =>
      call(care.disputes, { query: pageParam ? { nextpage: pageParam } : {} }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextpage }) => nextpage,
  });
