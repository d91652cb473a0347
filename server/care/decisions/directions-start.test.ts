import { describe, expect, test } from "vitest";
import type { Box } from "#server/prescriptions/public.ts";
import { boxEnd } from "./directions-start.ts";

const today = "2027-03-01";
const box = (change: Partial<Box> = {}): Box => ({
  ...{ days: 28, orderedOn: "2027-02-15", shippedOn: "2027-02-17", deliveredOn: "2027-02-20" },
  ...change,
});
/** Ordered and sent after the first one. */
const next = (change: Partial<Box> = {}): Box =>
  box({ orderedOn: "2027-02-26", shippedOn: "2027-02-27", deliveredOn: null, ...change });
const endOf = (...boxes: readonly Box[]) => boxEnd({ boxes, today, leadDays: 7, latest: "2027-05-30" });

describe("decisions §19 when the box ends", () => {
  test.each([
    ["of the box at home", [box()], "2027-03-20"],
    ["as slowly as it's used by then", [box({ paces: [{ from: "2027-03-10", pace: "half" }] })], "2027-03-30"],
    ["after a break", [box({ rests: [{ from: "2027-03-05", until: "2027-03-15" }] })], "2027-03-30"],
    ["of two at home, as both labels say the same", [box(), next({ deliveredOn: today })], "2027-04-17"],
    ["with one on its way that comes in time", [box(), next()], "2027-04-17"],
    ["without one at the pharmacy, which gets the new label", [box(), next({ shippedOn: null })], "2027-03-20"],
    ["tomorrow", [box({ deliveredOn: "2027-02-02" })], "2027-03-02"],
    ["on the last day there is", [box({ days: 99 })], "2027-05-30"],
  ])("%s", (_, boxes, day) => expect(endOf(...boxes)).toEqual({ day, unknown: null }));

  const onItsWay = /^A box of it is on its way/;
  test.each([
    ["nothing ever came", [], /^Nothing of it is at home/],
    ["nothing has left the pharmacy", [next({ shippedOn: null })], /^Nothing of it is at home/],
    ["nothing is left", [box({ deliveredOn: "2027-02-01" })], /^Nothing of it is at home/],
    ["the rest was lost", [box({ goneOn: "2027-02-25" })], /^Nothing of it is at home/],
    ["the first one is on its way", [next()], onItsWay],
    ["one may come too late", [box({ deliveredOn: "2027-02-04" }), next()], onItsWay],
    [
      "one that should be there isn't",
      [box({ deliveredOn: "2027-02-01" }), next({ shippedOn: "2027-02-10" })],
      onItsWay,
    ],
    ["a changed one begins as it comes", [box(), next({ beginsOnArrival: true })], onItsWay],
    [
      "it lasts too long",
      [box({ days: 100 })],
      /^The box lasts until Monday, May 31, and nothing may begin after Sunday, May 30\./,
    ],
  ])("isn't known where %s, and a prescriber is told what to do instead", (_, boxes, reason) => {
    const { day, unknown } = endOf(...boxes);
    expect([day, unknown]).toEqual([undefined, expect.stringMatching(reason)]);
    expect(unknown).toContain("Please let the new directions begin today or on a day.");
  });
});
