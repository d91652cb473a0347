import * as z from "zod/mini";
import { orderCode } from "#contract/dispensing/order-code.ts";
import { letters, texts } from "../alphabet.ts";
import { type Cases, type Table, law } from "../laws.ts";
import {
  type Given,
  asciiDigits,
  attempt,
  failed,
  isNullOr,
  isPath,
  lookOver,
  over,
  show,
  typedDigits,
} from "./looks.ts";

/** Drug codes as a label has them, in each shape, with the eleven digits of billing and the ten of a bar code. */
const ndcs = [
  { label: "0078-0343-42", eleven: "00078-0343-42" },
  { label: "9999-1234-56", eleven: "09999-1234-56" },
  { label: "50242-060-01", eleven: "50242-0060-01" },
  { label: "12345-678-90", eleven: "12345-0678-90" },
  { label: "60574-4113-1", eleven: "60574-4113-01" },
  { label: "10019-0552-9", eleven: "10019-0552-09" },
].map((each) => ({ ...each, ten: each.label.replaceAll("-", "") }));

/** A schema of a text over the alphabet: what is taken is whole, visible, within its length, and taken again as it is. */
function lookOverSchema(schema: z.ZodMiniType<string, string>, most: number, mayHave: RegExp, cases: Cases): void {
  for (const text of texts) {
    const read = attempt(() => z.safeParse(schema, text), text, cases);
    if (read === failed || !read.success) continue;
    const { data } = read;
    cases.holds(data.isWellFormed(), () => `${show(text)} is taken with half a character`);
    cases.holds(Array.from(data).length <= most, () => `${show(text)} is longer than ${most}`);
    cases.holds(mayHave.test(data), () => `${show(text)} is taken as ${show(data)}`);
    cases.holds(z.safeParse(schema, data).data === data, () => `${show(text)} is taken as ${show(data)}, then not`);
  }
  cases.holds(!z.safeParse(schema, "a".repeat(most + 1)).success, () => `more than ${most} characters are taken`);
}
/** With some of what must be taken, and as what. */
const taken = (most: number, mayHave: RegExp, examples: Readonly<Record<string, string>>) =>
  law<z.ZodMiniType<string, string>>((schema, cases) => {
    lookOverSchema(schema, most, mayHave, cases);
    for (const [typed, kept] of Object.entries(examples)) cases.is(z.safeParse(schema, typed).data, kept, typed);
  });
const takenBy = (mayHave: RegExp) =>
  law<(max: number) => z.ZodMiniType<string, string>>((make, cases) => {
    for (const most of [1, 60, 300]) lookOverSchema(make(most), most, mayHave, cases);
    // As many characters as are allowed are taken, whatever they are made of.
    for (const letter of ["a", "李", "😀", "𠮷"]) {
      const text = letter.repeat(60);
      cases.is(z.safeParse(make(60), text).data, text, letter);
      cases.is(z.safeParse(make(60), `${text}${letter}`).success, false, letter);
    }
  });
/** No control but those named, nothing to see through, no half of a character. */
const oneLine = /^(?!\s)[^\p{Cc}\p{Cs}\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\u00ad]+(?<!\s)$/u;
const oneLineOrNone = new RegExp(`^$|${oneLine.source}`, "u");
const manyLines = /^(?!\s)(?:[^\p{Cc}\p{Cs}]|[\n\r\t])+(?<!\s)$/u;
const emailForm = /^[!-~]+@[A-Za-z0-9.-]+\.[A-Za-z]{2,24}$/;

/** All digits that were typed, in groups, but for a 1 before the ten of a phone number; where they don't fit, what was typed. */
const masked = (form: RegExp) =>
  over<string>(
    "neither all its digits nor what was typed",
    (shown, text) => {
      const typed = typedDigits(text);
      return (
        shown === text || (form.test(shown) && [typed, typed.replace(/^1(?=\d{10}$)/, "")].includes(asciiDigits(shown)))
      );
    },
    "idempotent",
  );

const id = "01900000-0000-7000-8000-0123456789ab";
const emails = {
  "rosa@example.com": "rosa@example.com",
  " MAILTO:O'Neill@example.com\n": "O'Neill@example.com",
  [letters["full-width letters"] ?? ""]: "Rosa@example.com",
};

/** What must hold of what somebody types, before it is taken and while it is typed. */
export const typedText: Table = {
  // What the contract takes.
  "contract/fields/fields.ts singleLine": takenBy(oneLine),
  "contract/fields/fields.ts multiLine": takenBy(manyLines),
  "contract/fields/fields.ts emptyOrLine": takenBy(oneLineOrNone),
  "contract/fields/fields.ts Name": taken(60, oneLine, { " Łucja ": "Łucja", "Ro\u200bsa": "Rosa" }),
  "contract/fields/timezone.ts TimezoneName": taken(64, oneLine, { "America/Boise": "America/Boise" }),
  "contract/fields/fields.ts Email": taken(254, emailForm, emails),
  "contract/fields/fields.ts NewEmail": taken(254, emailForm, emails),
  "contract/fields/fields.ts ZipCode": taken(10, /^[0-9]{5}$/, {
    " 52240": "52240",
    "52240-1234": "52240",
    "522401234": "52240",
  }),
  "contract/fields/fields.ts StateId": taken(2, /^[A-Z]{2}$/, { IA: "IA" }),
  "contract/fields/fields.ts Day": taken(10, /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/, { "2028-02-29": "2028-02-29" }),
  "contract/fields/fields.ts Moment": taken(40, /^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]+Z$/, {
    "2028-02-29T05:00:00Z": "2028-02-29T05:00:00Z",
  }),
  "contract/fields/fields.ts Id": taken(36, /^[0-9a-f-]{36}$/, { [id.toUpperCase()]: id }),
  "contract/fields/phone.ts Phone": law<z.ZodMiniType<string, string>>((schema, cases) => {
    for (const text of texts) {
      const read = attempt(() => z.safeParse(schema, text), text, cases);
      if (read === failed || !read.success) continue;
      const typed = text.normalize("NFKC").replace(/\D/g, "");
      cases.is(read.data, typed.length === 11 ? typed.slice(1) : typed, text);
      cases.holds(/^[2-9]\d{9}$/.test(read.data), () => `${show(text)} is taken as ${read.data}`);
    }
    cases.is(z.safeParse(schema, letters["a phone number"]).data, "5552345678");
    cases.is(z.safeParse(schema, letters["full-width digits"]).data, "5552345678");
  }),
  "contract/fields/email-pattern.ts plainEmail": over<string>(
    "it has what nobody sees",
    (email) => !/\p{Cf}|^\s|\s$/u.test(email),
  ),
  "contract/fields/email-pattern.ts emailProblem": over<string | null>(
    "it is taken without an email's form",
    (problem, text) => problem !== null || emailForm.test(text),
  ),
  "contract/fields/text-length.ts textLength": over<number>("not its code points", (length, text) => {
    let pairs = 0;
    for (let at = 1; at < text.length; at += 1)
      if (/[\ud800-\udbff][\udc00-\udfff]/.test(text.slice(at - 1, at + 1))) pairs += 1;
    return length === text.length - pairs;
  }),
  "contract/fields/own-path.ts ownPath": over<string | null>(
    "it leaves the app",
    (path) => path === null || (isPath(path) && new URL(path, "https://a.example").host === "a.example"),
    "idempotent",
  ),

  // Masks.
  "app/ui/forms/digits.ts formatPhone": masked(/^(?:\d{1,3}(?:-\d{1,3}(?:-\d{1,4})?)?)?$/),
  "app/ui/forms/digits.ts formatSsn": masked(/^(?:\d{1,3}(?:-\d{1,2}(?:-\d{1,4})?)?)?$/),
  "app/ui/forms/digits.ts digitsOf": over<string>("not its digits", (digits, text) => digits === typedDigits(text)),
  "app/ui/forms/digits.ts groupDigits": law<(text: string, sizes: readonly number[], separator: string) => string>(
    (group, cases) => {
      for (const text of texts)
        cases.is(asciiDigits(group(text, [3, 3, 4], "-")), typedDigits(text).slice(0, 10), text);
    },
  ),
  "app/payment/card/card-number.ts formatCardNumber": over<string>(
    "digits are changed",
    (shown, text) => /^[\d ]*$/.test(shown) && typedDigits(text).startsWith(asciiDigits(shown)),
    "idempotent",
  ),
  "app/payment/card/card-number.ts cardNumberError": over<string | undefined>(
    "no card's number is taken",
    (problem, text) => problem !== undefined || typedDigits(text).length >= 12,
  ),
  "app/payment/card/card-number.ts formatExpiry": over<string>("no month and year", (shown) =>
    /^(?:\d{1,2}(?:\/\d{1,2})?)?$/.test(shown),
  ),
  "app/payment/card/card-number.ts parseExpiry": over<{ month: number } | undefined>(
    "no month",
    (expiry) => expiry === undefined || (expiry.month >= 1 && expiry.month <= 12),
  ),
  "server/platform/identity/identity-check.ts ssnDigits": over<string | undefined>("no number", isNullOr(/^[0-9]{9}$/)),
  "server/documents/formats.ts phoneText": law<(digits: string) => string>((phoneText, cases) => {
    cases.is(phoneText("3195550142"), "319-555-0142");
    for (const text of texts) cases.is(phoneText(text), text, text);
  }),
  "clinic/factors/authenticator-setup.tsx spacedSecret": law<(secret: string) => string>((spaced, cases) => {
    for (let length = 0; length <= 40; length += 1) {
      const secret = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567ABCDEFGH".slice(0, length);
      cases.is(spaced(secret), (secret.match(/.{1,4}/g) ?? []).join(" "), secret);
    }
  }),

  // What somebody of the practice types or loads.
  "clinic/team/doctor-fields.ts parseStates": over<Given>(
    "no states",
    (states) =>
      states.every((state) => state !== "" && !/[\s,;]/.test(state)) && new Set(states).size === states.length,
  ),
  "contract/dispensing/order-code.ts readOrderCode": law<(scanned: string) => string | null>((read, cases) => {
    for (let number = 1000; number < 3000; number += 7) {
      const code = orderCode(String(number));
      for (const scanned of [code, code.toLowerCase(), `]Q1${code}`]) cases.is(read(scanned), String(number), scanned);
      for (const part of [code.slice(0, -1), code.slice(1), code + code]) cases.is(read(part), null, part);
    }
    for (const text of texts) cases.is(read(text), null, text);
  }),
  "contract/dispensing/order-code.ts orderCode": law<(number: string) => string>((write, cases) => {
    for (let number = 1000; number < 3000; number += 7)
      cases.holds(/^NR\d{6}$/.test(write(String(number))), () => `${number}: not its number and two digits`);
  }),
  "clinic/dispensing/scanned-code.ts otherOrderProblem": law<(scanned: string, own: string) => string | null>(
    (problem, cases) => {
      cases.is(problem(orderCode("10001"), "10001"), null);
      for (const scanned of [orderCode("10002"), orderCode("10001").slice(0, -1), ...texts])
        cases.holds(problem(scanned, "10001") !== null, () => `${scanned}: taken for order 10001`);
    },
  ),
  "clinic/dispensing/find-order.ts numberFrom": over<string | null>("no order's number", isNullOr(/^[0-9]{4,20}$/)),
  "contract/dispensing/parcel-label.ts cleanScan": law<(scanned: string) => string>((clean, cases) => {
    lookOver(clean, cases, "a separator is left, or it's cleaned further", (code) => {
      return !/[\s\p{Cc}\p{Cf}\p{Pd}()]/u.test(code) && clean(code) === code;
    });
    cases.is(clean("]C1420 50010\u001D９400-1x"), "4205001094001X");
  }),
  "clinic/dispensing/use-parcels.ts carrierOf": law<(text: string, named: string) => string>((carrierOf, cases) => {
    const known = ["USPS", "UPS", "FedEx", "DHL Express", "DHL eCommerce"];
    for (const named of ["", "UPS", "Meadow Post"])
      lookOver(
        (text) => carrierOf(text, named),
        cases,
        "a carrier nobody named",
        (carrier) => carrier === named || known.includes(carrier),
      );
  }),
  "clinic/dispensing/use-parcels.ts readAs": law<(text: string, named: string) => string | null>((readAs, cases) => {
    lookOver(
      (text) => readAs(text, "Meadow Post"),
      cases,
      "not as it was typed",
      (read, text) => read === null || read === `Meadow Post ${text.trim()}`,
    );
    lookOver((text) => readAs(text, ""), cases, "no number", isNullOr(/^(?:USPS|UPS|FedEx|DHL \w+) [0-9A-Z]{10,22}$/));
  }),
  "clinic/dispensing/shipping-rows.ts carrierProblem": over<string | null>(
    "counted otherwise than the contract counts",
    (problem, text) => (problem === null) === Array.from(text).length <= 60,
  ),
  "clinic/dispensing/shipping-rows.ts reasonProblem": over<string | null>(
    "counted otherwise than the contract counts",
    (problem, text) => (problem === null) === (text !== "" && Array.from(text).length <= 200),
  ),
  "clinic/dispensing/shipping-rows.ts lotProblem": over<string | null>(
    "no lot is taken",
    (problem, text) => problem !== null || /^[0-9A-Z][0-9A-Z./_-]{0,39}$/i.test(text),
  ),
  "contract/dispensing/ndc.ts gtinCheckDigit": law<(before: string) => string>((checkDigit, cases) => {
    // A wrong digit anywhere asks for another check digit.
    for (const { ten } of ndcs) {
      const before = `003${ten}`;
      for (const [at, digit] of Array.from(before).entries()) {
        const wrong = before.slice(0, at) + String((Number(digit) + 1) % 10) + before.slice(at + 1);
        cases.holds(checkDigit(wrong) !== checkDigit(before), () => `${wrong} passes for ${before}`);
      }
    }
    for (const [before, digit] of [
      ["400638133393", "1"],
      ["03600029145", "2"],
      ["0950600013435", "2"],
    ] as const)
      cases.is(checkDigit(before), digit, before);
  }),
  "contract/dispensing/ndc.ts gtinOfNdc": law<(ten: string) => string>((gtinOfNdc, cases) => {
    for (const { ten } of ndcs)
      cases.holds(/^003\d{11}$/.test(gtinOfNdc(ten)) && gtinOfNdc(ten).startsWith(ten, 3), () => ten);
  }),
  "contract/dispensing/ndc.ts ndcInGtin": law<(gtin: string) => string | null>((ndcInGtin, cases) => {
    for (const { ten } of ndcs) {
      cases.is(ndcInGtin(`003${ten}0`), ten);
      for (const no of [`503${ten}0`, `004${ten}0`, `003${ten}`, ten, ""]) cases.is(ndcInGtin(no), null, no);
    }
  }),
  "contract/dispensing/ndc.ts elevenDigits": law<(ndc: string) => string | null>((elevenDigits, cases) => {
    for (const { label, eleven, ten } of ndcs) {
      for (const text of [label, eleven, eleven.replaceAll("-", "")])
        cases.is(elevenDigits(text), eleven.replaceAll("-", ""), text);
      for (const no of [ten, label.slice(1), `${label}00`, ""]) cases.is(elevenDigits(no), null, no);
    }
  }),
  "contract/dispensing/ndc.ts dashedNdc": law<(eleven: string) => string>((dashedNdc, cases) => {
    for (const { eleven } of ndcs) cases.is(dashedNdc(eleven.replaceAll("-", "")), eleven);
  }),
  "contract/dispensing/ndc.ts tenDigits": law<(ndc: string) => readonly string[]>((tenDigits, cases) => {
    for (const { label, eleven, ten } of ndcs) {
      cases.is(tenDigits(label).join(), ten, label);
      cases.holds(tenDigits(eleven).includes(ten), () => `${eleven} isn't ${ten}`);
    }
  }),
  "clinic/dispensing/spreadsheet-damage.ts spreadsheetDamage": law<(cell: string) => string | null>((damage, cases) => {
    lookOver(damage, cases, "a rounded number is taken", (found, text) => found !== null || !/^\d{15}0+$/.test(text));
    for (const cell of ["27-May", "9.40011E+21", "9400111899223450000000", "TRUE", "#NAME?", "5/27/2027"])
      cases.holds(damage(cell) !== null, () => `${cell} is taken`);
  }),
  "clinic/dispensing/spreadsheet-damage.ts asText": over<string>(
    "another cell",
    (cell, text) => cell === text || cell === `'${text}`,
  ),
  "app/growth/promo/promo-codes.ts parseCode": over<string | null>(
    "no code",
    isNullOr(/^[A-Z0-9_-]{1,40}$/),
    "idempotent",
  ),
  "clinic/care/missing-fields.ts missingRefills": over<{ refills?: string }>(
    "no number of refills is taken",
    ({ refills }, text) => (refills === undefined) === /^(?:|[0-9]|1[0-2])$/.test(text.trim()),
  ),
  "clinic/care/missing-fields.ts missingOverride": over<{ overridereason?: string }>(
    "nothing is taken for a reason",
    ({ overridereason }, text) => (overridereason === undefined) === (text.trim() !== ""),
  ),
  "app/ui/actions/quantity-stepper.tsx parseQuantity": law<
    (typed: string, bounds: { value: number; min: number; max: number }) => { quantity: number; problem: string }
  >((parse, cases) => {
    const bounds = { value: 3, min: 1, max: 9 };
    for (let number = 0; number <= 12; number += 1) {
      const { quantity, problem } = parse(` ${number} `, bounds);
      cases.is(quantity, Math.min(9, Math.max(1, number)), number);
      cases.is(problem === "", quantity === number, number);
    }
    for (const text of texts) {
      const { quantity, problem } = parse(text, bounds);
      const isPlain = /^[0-9]+$/.test(text.trim());
      cases.holds(isPlain || (quantity === 3 && problem !== ""), () => `${show(text)} is ${quantity}`);
    }
  }),
};
