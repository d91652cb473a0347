import * as z from "zod/mini";
import { texts } from "../alphabet.ts";
import { type Table, law } from "../laws.ts";
import { type Given, attempt, contains, failed, isWhole, ofMany, over, show } from "./looks.ts";

interface Zip {
  readonly zipcode: string;
  readonly state: string;
}
const zipCodes = { "10001": "NY", "90210": "CA", "85001": "AZ", "75201": "TX", "22301": "VA" };
const zoneNames = {
  "America/New_York": "Eastern Time",
  "America/Chicago": "Central Time",
  "America/Los_Angeles": "Pacific Time",
  "America/Anchorage": "Alaska Time",
  "Pacific/Honolulu": "Hawaii-Aleutian Standard Time",
};

/** What must hold of names and numbers in a sentence. */
export const namedText: Table = {
  // Numbers and names of zones.
  "contract/fields/formats.ts formatHeight": law<(inches: number) => string>((height, cases) => {
    for (let feet = 3; feet <= 7; feet += 1)
      for (let inches = 0; inches < 12; inches += 1)
        cases.is(height(feet * 12 + inches), `${feet} ft ${inches} in`, feet, inches);
  }),
  "contract/fields/period.ts everyDays": law<(days: number) => string>((every, cases) => {
    for (const days of [1, 28, 30, 84, 90]) cases.is(every(days), `every ${days} days`);
  }),
  "app/browser/file-rules.ts formatBytes": law<(bytes: number) => string>((format, cases) => {
    let last = 0;
    for (let bytes = 1; bytes < 30 * 1024 * 1024; bytes += 9973) {
      const [, number = "", unit] = /^([\d.]+) (KB|MB)$/.exec(format(bytes)) ?? [];
      const shown = Number(number) * (unit === "MB" ? 1024 * 1024 : 1024);
      cases.holds(Math.abs(shown - bytes) <= Math.max(1024, bytes / 20), () => `${bytes} bytes are ${format(bytes)}`);
      cases.holds(shown >= last, () => `${bytes} bytes are less than fewer`);
      last = shown;
    }
  }),
  "contract/fields/formats.ts timeZoneName": law<(zone: string) => string>((name, cases) => {
    for (const [zone, shown] of Object.entries(zoneNames)) cases.is(name(zone), shown, zone);
  }),
  "server/auth/patients/patient-timezone.ts isTimezone": law<(zone: string) => boolean>((isTimezone, cases) => {
    for (const zone of Object.keys(zoneNames)) cases.is(isTimezone(zone), true, zone);
    for (const text of texts) cases.is(isTimezone(text), false, text);
  }),
  "contract/fields/zip-states.ts zipMayBeIn": law<(zip: string, state: string) => boolean>((mayBeIn, cases) => {
    const states = ["AZ", "CA", "NY", "TX", "VA"];
    for (const [zip, home] of Object.entries(zipCodes))
      for (const state of states) cases.is(mayBeIn(zip, state), state === home, zip, state);
    for (const text of texts) cases.holds(typeof mayBeIn(text, "NY") === "boolean", () => show(text));
  }),
  "contract/fields/zip-states.ts zipAndState": law<(address: Zip) => string>((both, cases) => {
    for (const [zipcode, state] of Object.entries(zipCodes))
      for (const typed of [zipcode, ` ${zipcode} `, `${zipcode}-1234`])
        cases.is(both({ zipcode: typed, state }), `${state} ${zipcode}`, typed);
  }),
  "contract/fields/zip-states.ts zipConfirmedOf": law<(address: Zip | null) => string>((confirmed, cases) => {
    cases.is(confirmed(null), "");
    for (const [zipcode, state] of Object.entries(zipCodes)) {
      cases.is(confirmed({ zipcode, state }), "", zipcode);
      cases.is(confirmed({ zipcode, state: "AK" }), `AK ${zipcode}`, zipcode);
    }
  }),
  "contract/fields/fields.ts Password": law<z.ZodMiniType<string, string>>((schema, cases) => {
    for (const text of texts) {
      const { success, data } = z.safeParse(schema, text);
      const length = Array.from(text).length;
      cases.is(success, length >= 8 && length <= 50, text);
      if (success) cases.is(data, text, "kept as it was typed");
    }
  }),

  // Names and lists in sentences.
  "contract/fields/formats.ts formatList": ofNames(["a", "b and c"]),
  "app/formats/names.ts joinNames": ofNames(["a", "b and c"]),
  "app/catalogue/plan/plan-pricings.ts planName": ofNames([]),
  "clinic/ui/labels/medicine-name.ts medicineName": law<(medicine: { name: string; dosage: string }) => string>(
    (name, cases) => {
      for (const text of texts) cases.is(name({ name: text, dosage: "5 mg" }), `${text} 5 mg`.trim(), text);
    },
  ),
  "server/care/decisions/plans/separate-products.ts withStrength": ofMany(
    2,
    (name, [one = "", two = ""]) => name === `${one} ${two}`.trim(),
  ),
  "server/doctors/doctor-name.ts doctorName": ofMany(
    3,
    (name, [first = "", last = "", credentials = ""]) =>
      name.replace(/^Dr\. /, "").startsWith([first, last].filter(Boolean).join(" ")) &&
      (name.startsWith("Dr. ") || name.endsWith((credentials.split(",")[0] ?? "").trim())),
  ),
  "server/documents/formats.ts personName": law<
    (person: { firstname: string | null; lastname: string | null }) => string
  >((name, cases) => {
    for (const text of texts) {
      cases.is(name({ firstname: text, lastname: null }), text, text);
      cases.is(name({ firstname: null, lastname: text }), text, text);
    }
  }),
  "clinic/money/money-labels.ts reasonLabel": law<(code: string) => string>((label, cases) => {
    cases.is(label("product_not_received"), "Product not received");
    cases.is(label("fraudulent"), "Fraudulent");
  }),
  "clinic/money/money-labels.ts orderName": over<string>(
    "another order",
    (name, text) => name === (text ? `Order ${text}` : "The order"),
  ),
  "app/browser/urls.ts windowTitle": ofMany(2, (title, given) => given.every((part) => title.includes(part))),
  "clinic/patients/followups/followup.ts closeLabel": over<string>(
    "",
    (label, text) => label.includes("without") === (text.trim() === ""),
  ),
  "clinic/patients/followups/followup.ts closedText": ofMany(
    2,
    (text, [, note = ""]) => text.includes("without") === (note.trim() === ""),
  ),
  "clinic/work/draft-text.ts joinParagraphs": ofMany(
    2,
    (joined, [saved = "", typed = ""]) => joined === `${saved}\n\n${typed}`,
  ),
  "clinic/work/draft-text.ts joinFields": law<(saved: string, typed: string) => string>((join, cases) => {
    for (const text of texts) {
      const joined = join(JSON.stringify({ a: "x", b: text }), JSON.stringify({ a: text }));
      cases.holds(joined.includes(JSON.stringify(text).slice(1, -1)), () => `${show(text)} is lost in ${joined}`);
      cases.is(join("no JSON", text), text, text);
    }
  }),
  "clinic/factors/recovery-codes.tsx codesFile": law<(brand: string, codes: Given) => string>((file, cases) => {
    for (const text of texts)
      cases.holds(contains<string>("a1", "b2")(file(text, ["a1", "b2"]), text), () => show(text));
  }),
};

function ofNames(others: Given) {
  return law<(names: Given) => string>((join, cases) => {
    for (const text of texts) {
      const result = attempt(() => join([text, ...others]), text, cases);
      cases.holds(result !== failed && isWhole(result, text) && contains<string>(...others)(result, text), () =>
        show(text),
      );
    }
  });
}
