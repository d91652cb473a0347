import { describe, expect, test } from "vitest";
import { uspsNumber } from "#contract/testing/usps-number.ts";
import { carrierOf, readAs } from "./use-parcels.ts";

const usps = uspsNumber(1);
const ups = "1Z5R89390357567127";
const fedex = "986578788855";

describe("the carrier of what was scanned", () => {
  test.each([
    ["nothing named", usps, "", "USPS"],
    ["nothing named", fedex, "", "FedEx"],
    ["the last one was another", ups, "USPS", "UPS"],
    ["the last one was another, with a ZIP", `42052240${usps}`, "FedEx", "USPS"],
    ["as it’s named", usps, "usps", "usps"],
    ["one of several", "9261290113185417468510", "USPS", "USPS"],
    ["half a label isn’t another carrier’s number", fedex, "USPS", "USPS"],
    ["another carrier has numbers of its own", ups, "Meadow Post", "Meadow Post"],
    ["half a scan, nothing named", usps.slice(0, 13), "", ""],
    ["nothing typed", "", "UPS", "UPS"],
  ])("%s: %s with %j is %j", (_, text, named, carrier) => expect(carrierOf(text, named)).toBe(carrier));

  test("what was read is the number alone", () => {
    expect(readAs(`]C142052240${usps}`, "")).toBe(`USPS ${usps}`);
    expect(readAs("ab 12", "Meadow Post")).toBe("Meadow Post ab 12");
    expect(readAs("ab 12", "")).toBeNull();
  });
});
