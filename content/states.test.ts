import { expect, test } from "vitest";
import * as z from "zod/mini";
import { shippedContent } from "#content/testing/shipped-content.ts";
import { zipConfirmedOf, zipElsewhere, zipMayBeIn } from "../contract/fields/zip-states.ts";
import { BillingAddress, ShippingAddressBody } from "../contract/orders/addresses.ts";

/** The main post office of each state's capital. */
const capitals =
  "AL 36104 AK 99801 AZ 85001 AR 72201 CA 95814 CO 80202 CT 06103 DC 20001 DE 19901 FL 32301 GA 30303 HI 96813 IA 50309 ID 83702 IL 62701 IN 46225 KS 66603 KY 40601 LA 70802 MA 02201 MD 21401 ME 04330 MI 48933 MN 55102 MO 65101 MS 39205 MT 59623 NC 27601 ND 58501 NE 68502 NH 03301 NJ 08608 NM 87501 NV 89701 NY 12207 OH 43215 OK 73102 OR 97301 PA 17101 RI 02903 SC 29217 SD 57501 TN 37219 TX 78701 UT 84111 VA 23219 VT 05602 WA 98507 WI 53703 WV 25301 WY 82001";
const pairs = [...capitals.matchAll(/([A-Z]{2}) (\d{5})/g)].map(([, state = "", zip = ""]) => [state, zip] as const);

test.each(pairs)("%s has %s, and no other state has it", (state, zip) => {
  expect(pairs.filter(([each]) => zipMayBeIn(zip, each)).map(([each]) => each)).toEqual([state]);
});

test("every state of the lookup list has its zip codes", async () => {
  const { states } = await shippedContent();
  expect(pairs.map(([state]) => state).sort()).toEqual(states.map(({ id }) => id).sort());
});

test.each([
  ["06390", "NY"],
  ["55544", "MN"],
  ["05544", "MA"],
  ["20101", "VA"],
  ["83414", "WY"],
  ["88510", "TX"],
  ["12345-6789", "NY"],
])("%s may be in %s, which shares its prefix or holds it alone", (zip, state) =>
  expect(zipMayBeIn(zip, state)).toBe(true),
);

test("a prefix that lies in two states is of both, and no other is of more than one", () => {
  const shared = Array.from({ length: 1000 }, (_, at) => String(at).padStart(3, "0")).flatMap((prefix) => {
    const own = pairs.flatMap(([state]) => (zipMayBeIn(`${prefix}01`, state) ? state : []));
    return own.length > 1 ? [`${prefix} ${own.toSorted().join(" ")}`] : [];
  });
  expect(shared).toEqual(["055 MA VT", "063 CT NY", "201 DC VA", "755 AR TX", "834 ID WY"]);
});

test.each(["00901", "09012", "96910"])("%s is in no state", (zip) => {
  expect(pairs.filter(([state]) => zipMayBeIn(zip, state))).toEqual([]);
});

const address = { address1: "12 Garden Way", city: "Fresno", state: "CA", zipcode: "93701" };
const problems = (more: object) =>
  z
    .safeParse(ShippingAddressBody, { ...address, ...more })
    .error?.issues.map(({ path, message }) => [path.join("."), message]) ?? [];

test("a shipping address is refused at its zip code when the table says another state, and taken once that was confirmed", () => {
  expect(problems({})).toEqual([]);
  const fortCampbell = { state: "TN", zipcode: "42223" };
  expect(problems(fortCampbell)).toEqual([["zipcode", zipElsewhere]]);
  expect(problems({ ...fortCampbell, zipconfirmed: "TN 42223" })).toEqual([]);
  expect(problems({ ...fortCampbell, zipcode: "42223-1234", zipconfirmed: "TN 42223" })).toEqual([]);
});

test("what was confirmed is that state and that zip code: another one is asked about again", () => {
  expect(problems({ state: "TN", zipcode: "42224", zipconfirmed: "TN 42223" })).toEqual([["zipcode", zipElsewhere]]);
  expect(problems({ state: "OH", zipcode: "42223", zipconfirmed: "TN 42223" })).toEqual([["zipcode", zipElsewhere]]);
});

test("an address on file says what it was confirmed with", () => {
  expect([zipConfirmedOf({ state: "TN", zipcode: "42223" }), zipConfirmedOf(address), zipConfirmedOf(null)]).toEqual([
    "TN 42223",
    "",
    "",
  ]);
});

test("a billing address is the card's, wherever the table puts it", () => {
  expect(z.safeParse(BillingAddress, { ...address, zipcode: "10001" }).success).toBe(true);
});
