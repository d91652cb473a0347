import { beforeEach, expect, test } from "vitest";
import { account } from "#contract/account/calls.ts";
import { notifications } from "#contract/notifications.ts";
import { treatment } from "#contract/treatment/calls.ts";
import { queryClient, queryKey, refetchShowing } from "./query.ts";
import { session } from "./session/session.ts";

const tokenOf = (sub: string, jti: string) =>
  `e30.${Buffer.from(JSON.stringify({ sub, jti })).toString("base64url")}.s`;
const key = queryKey(account.user);
const visible = () => queryClient.getQueryData(key);

beforeEach(() => {
  session.signedIn(tokenOf("rosa", "1"));
  queryClient.setQueryData(key, { firstname: "Rosa" });
});

test("a renewed token keeps the data on screen", () => {
  session.renewed(tokenOf("rosa", "2"));
  expect(visible()).toEqual({ firstname: "Rosa" });
});

test("nothing of a patient is left on the device after sign-out", () => {
  session.clear();
  expect(visible()).toBeUndefined();
});

test("another patient who signs in, here or in another tab, finds nothing of the previous one", () => {
  session.signedIn(tokenOf("ada", "1"));
  expect(visible()).toBeUndefined();
});

test("§7 topics outdate every call that shows one of them, with any input, and nothing else", async () => {
  const shown = [queryKey(treatment.overview, {}), queryKey(treatment.order, { params: { id: "an order" } })];
  const others = [queryKey(notifications.list, {}), ["not", "a call"]];
  for (const each of [...shown, ...others]) queryClient.setQueryData(each, {});
  await refetchShowing(queryClient, ["order"]);
  const isOutdated = (each: readonly unknown[]) => queryClient.getQueryState(each)?.isInvalidated;
  expect(shown.map(isOutdated)).toEqual([true, true]);
  expect(others.map(isOutdated)).toEqual([false, false]);
  await refetchShowing(queryClient, ["weather" as "order"]);
  expect(others.map(isOutdated)).toEqual([false, false]);
});
