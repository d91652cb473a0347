import * as z from "zod/mini";

/**
 * First three digits of ZIP codes by state, as ranges of the USPS's three-digit prefixes (Publication 65 / Domestic Mail Manual, labeling list L002).
 * Prefixes of territories and the military are left out: nothing is shipped there.
 */
const ranges: Readonly<Record<string, string>> = {
  AL: "350-369",
  AK: "995-999",
  AZ: "850-865",
  AR: "716-729 755",
  CA: "900-908 910-928 930-961",
  CO: "800-816",
  CT: "060-069",
  DC: "200-205 569",
  DE: "197-199",
  FL: "320-339 341-342 344 346-347 349",
  GA: "300-319 398-399",
  HI: "967-968",
  IA: "500-516 520-528",
  ID: "832-838",
  IL: "600-629",
  IN: "460-479",
  KS: "660-679",
  KY: "400-427",
  LA: "700-714",
  MA: "010-027 055",
  MD: "206-219",
  ME: "039-049",
  MI: "480-499",
  MN: "550-567",
  MO: "630-658",
  MS: "386-397",
  MT: "590-599",
  NC: "270-289",
  ND: "580-588",
  NE: "680-693",
  NH: "030-038",
  NJ: "070-089",
  NM: "870-884",
  NV: "889-898",
  NY: "005 063 100-149",
  OH: "430-459",
  OK: "730-732 734-749",
  OR: "970-979",
  PA: "150-196",
  RI: "028-029",
  SC: "290-299",
  SD: "570-577",
  TN: "370-385",
  TX: "733 750-799 885",
  UT: "840-847",
  VA: "201 220-246",
  VT: "050-059",
  WA: "980-994",
  WI: "530-549",
  WV: "247-268",
  WY: "820-831 834",
};

/** Whether a ZIP code may be in a state: some prefixes cross a border, so states may share one. */
export function zipMayBeIn(zipcode: string, state: string): boolean {
  const ofState = Object.hasOwn(ranges, state) ? ranges[state] : undefined;
  if (ofState === undefined) return true;
  const prefix = Number(zipcode.slice(0, 3));
  return ofState.split(" ").some((range) => {
    const [from = Number.NaN, to = from] = range.split("-").map(Number);
    return prefix >= from && prefix <= to;
  });
}

export const zipElsewhere = "This zip code isn't in the state you chose. Please check both.";

/** How somebody who was asked says that the two belong together. */
export const zipAndState = ({ zipcode, state }: { readonly zipcode: string; readonly state: string }): string =>
  `${state} ${zipcode.trim().slice(0, 5)}`;

/** What an address on file was confirmed with when it was saved; empty where nothing had to be asked. */
export const zipConfirmedOf = (
  address: { readonly zipcode: string; readonly state: string } | null | undefined,
): string => (address && !zipMayBeIn(address.zipcode, address.state) ? zipAndState(address) : "");

/**
 * The zip code of an address belongs to its state, or whoever gave it was asked and said that it does: the table goes by three digits, and some places
 * across a border have their neighbor's (42223 is Fort Campbell, in Kentucky and in Tennessee). The state stays the one that was given.
 */
export const zipFitsState = z.refine<{
  readonly zipcode: string;
  readonly state: string;
  readonly zipconfirmed?: unknown;
}>((address) => zipMayBeIn(address.zipcode, address.state) || address.zipconfirmed === zipAndState(address), {
  path: ["zipcode"],
  error: zipElsewhere,
});

/** The states with their ZIP codes, by id. */
export const stateIds: readonly string[] = Object.keys(ranges).toSorted();
