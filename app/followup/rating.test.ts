import { expect, test, vi } from "vitest";
import { networkError } from "#app/api/api-error.ts";
import { createFollowupRating } from "./rating.ts";

test("§4 exit modal: the rating is optional and is sent if chosen, once", async () => {
  const send = vi.fn(async (rating: number) => ({ rating }));
  const rating = createFollowupRating(send);
  expect(await rating.send()).toBe(true);
  expect(send).not.toHaveBeenCalled();
  rating.choose(3);
  rating.choose(9);
  expect(await rating.send()).toBe(true);
  expect(await rating.send()).toBe(true);
  expect(send.mock.calls).toEqual([[9]]);
});

test("§4 exit modal: another number chosen afterwards replaces it", async () => {
  const send = vi.fn(async (rating: number) => ({ rating }));
  const rating = createFollowupRating(send);
  rating.choose(3);
  await rating.send();
  rating.choose(8);
  await rating.send();
  expect(send.mock.calls).toEqual([[3], [8]]);
});

test("§4 exit modal: a rating that cannot be sent is reported and can be retried", async () => {
  const send = vi.fn(async (rating: number) => ({ rating })).mockRejectedValueOnce(networkError());
  const rating = createFollowupRating(send);
  rating.choose(7);
  expect(await rating.send()).toBe(false);
  expect(rating.get()).toMatchObject({ status: "failed", problem: { code: "network" } });
  expect(await rating.send()).toBe(true);
});
