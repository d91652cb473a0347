import { hasRightCheckDigit } from "./ndc.ts";

/**
 * Tracking numbers as carriers print them. A person types one, or a scanner reads a label: with the ZIP it's made out to in front, with separators, or the
 * longer code from which a carrier takes its number. What has a check digit is taken only if the digit is right.
 */

export const parcelCarriers = ["USPS", "UPS", "FedEx", "DHL Express", "DHL eCommerce"] as const;
export type ParcelCarrier = (typeof parcelCarriers)[number];

export interface ParcelLabel {
  /** One of `parcelCarriers`, or the name of another one as it was given. */
  readonly carrier: string;
  /** The number alone; of another carrier, as typed. */
  readonly number: string;
  /** Five or nine digits, where the code has them. */
  readonly zip?: string;
}

/** What somebody reads who scanned something else. */
export interface RefusedLabel {
  readonly refused: string;
}

interface Format {
  readonly carrier: ParcelCarrier;
  /** Its group `number` is what the carrier tracks; `zip` where the parcel goes. */
  readonly shape: RegExp;
  readonly isRight: (number: string) => boolean;
}

const digitsOf = (code: string): readonly number[] => Array.from(code, Number);

const weighted = (digits: readonly number[], weights: readonly number[]): number =>
  digits.reduce((sum, digit, index) => sum + digit * (weights[index % weights.length] ?? 0), 0);

const hasFedexCheck = (number: string): boolean =>
  (weighted(digitsOf(number.slice(0, 11)), [3, 1, 7]) % 11) % 10 === Number(number[11]);

/** UPU S10: two letters, eight digits, the check digit and the country. */
function hasS10Check(number: string): boolean {
  const check = 11 - (weighted(digitsOf(number.slice(2, 10)), [8, 6, 4, 2, 3, 5, 9, 7]) % 11);
  return (check === 10 ? 0 : check === 11 ? 5 : check) === Number(number[10]);
}

/** A letter counts as the last digit of its place in ASCII, less 3. */
function hasUpsCheck(number: string): boolean {
  const values = Array.from(number.slice(2, 17), (sign) =>
    /\d/.test(sign) ? Number(sign) : ((sign.codePointAt(0) ?? 0) - 3) % 10,
  );
  return (10 - (weighted(values, [1, 2]) % 10)) % 10 === Number(number[17]);
}

const hasDhlCheck = (number: string): boolean => Number(number.slice(0, 9)) % 7 === Number(number[9]);

/** A code that several carriers have is the first one's, unless somebody says whose it is. */
const formats: readonly Format[] = [
  { carrier: "UPS", shape: /^(?<number>1Z[\dA-Z]{15}\d)$/, isRight: hasUpsCheck },
  // The codes on labels of FedEx Express and Ground end with the number.
  { carrier: "FedEx", shape: /^(?:96|10)\d{18}00(?<number>\d{12})$/, isRight: hasFedexCheck },
  { carrier: "FedEx", shape: /^(?<number>\d{12})$/, isRight: hasFedexCheck },
  { carrier: "FedEx", shape: /^96\d{5}(?<number>\d{15})$/, isRight: hasRightCheckDigit },
  { carrier: "FedEx", shape: /^(?<number>\d{15})$/, isRight: hasRightCheckDigit },
  // FedEx Ground Economy, once SmartPost: the post delivers it. Without the 92 in front, its check digit still counts it.
  { carrier: "FedEx", shape: /^(?:420(?<zip>\d{5}|\d{9}))?(?<number>926129\d{16})$/, isRight: hasRightCheckDigit },
  { carrier: "FedEx", shape: /^(?<number>6129\d{16})$/, isRight: (number) => hasRightCheckDigit(`92${number}`) },
  { carrier: "USPS", shape: /^(?:420(?<zip>\d{5}|\d{9}))?(?<number>9[1-5]\d{20})$/, isRight: hasRightCheckDigit },
  // 00 and 01 begin other codes of GS1: a pallet's, a product's.
  {
    carrier: "USPS",
    shape: /^(?:420(?<zip>\d{5}|\d{9}))?(?<number>(?!0[01]|6129)\d{20})$/,
    isRight: hasRightCheckDigit,
  },
  { carrier: "USPS", shape: /^(?<number>[A-Z]{2}\d{9}US)$/, isRight: hasS10Check },
  { carrier: "DHL Express", shape: /^(?<number>\d{10})$/, isRight: hasDhlCheck },
  // It has no check digit.
  { carrier: "DHL eCommerce", shape: /^(?<number>GM\d{14,20})$/, isRight: () => true },
  // Handed to the post: only a person knows who took it from the pharmacy.
  {
    carrier: "DHL eCommerce",
    shape: /^(?:420(?<zip>\d{5}|\d{9}))?(?<number>9[2-5]\d{20})$/,
    isRight: hasRightCheckDigit,
  },
  { carrier: "FedEx", shape: /^(?:420(?<zip>\d{5}|\d{9}))?(?<number>92\d{20})$/, isRight: hasRightCheckDigit },
];

const carrierNames: readonly (readonly [RegExp, readonly ParcelCarrier[]])[] = [
  [/^(?:usps|u\.?s\.? ?postal|united states postal)\b/i, ["USPS"]],
  [/^(?:ups|united parcel)\b/i, ["UPS"]],
  [/^(?:fed ?-?ex|federal express)\b/i, ["FedEx"]],
  [/^dhl e-?commerce\b/i, ["DHL eCommerce"]],
  [/^dhl express\b/i, ["DHL Express"]],
  [/^dhl\b/i, ["DHL Express", "DHL eCommerce"]],
];
/** The carriers that a name may stand for; none where it's another carrier's. */
const carriersNamed = (name: string): readonly ParcelCarrier[] =>
  carrierNames.find(([pattern]) => pattern.test(name))?.[1] ?? [];

/** Whether we know the numbers of a carrier that somebody named. */
export const isParcelCarrier = (name: string): boolean => carriersNamed(name.trim()).length > 0;

/** What a scanner says of the kind of code, and what separates its parts: they may be there, spelled out, or swallowed. */
const scannerMarks = /\][A-Z]\d|<GS>|\{GS\}|\^\]/g;
const between = /[\s\p{Cc}\p{Cf}\p{Pd}()]/gu;
/** A scan without what only groups it, in capitals and plain digits. */
export const cleanScan = (scanned: string): string =>
  scanned.normalize("NFKC").toUpperCase().replace(scannerMarks, "").replace(between, "");

/** GS1's code on a medicine: its GTIN, then a lot, a date or a serial number. */
const isMedicineCode = (code: string): boolean => /^01\d{14}./.test(code) && hasRightCheckDigit(code.slice(2, 16));

/** As `isMedicineCode`, or the GTIN of a medicine alone: in the US its 12 digits begin with a 3, and others may be in front. */
const isProductCode = (code: string): boolean =>
  isMedicineCode(code) ||
  (/^01\d{14}$/.test(code) && hasRightCheckDigit(code.slice(2))) ||
  (/^(?:\d?0)?3\d{11}$/.test(code) && hasRightCheckDigit(code));

type Found = Required<Pick<ParcelLabel, "number">> & Pick<ParcelLabel, "zip"> & Pick<Format, "carrier">;

const formatsOf = (code: string): readonly (Found & { readonly isRight: boolean })[] =>
  formats.flatMap(({ carrier, shape, isRight }) => {
    const { number, zip } = shape.exec(code)?.groups ?? {};
    if (number === undefined) return [];
    return [{ carrier, number, ...(zip !== undefined && { zip }), isRight: isRight(number) }];
  });

const isWhole = (code: string): boolean => isProductCode(code) || formatsOf(code).some(({ isRight }) => isRight);

const isTwoScans = (code: string): boolean =>
  code.length <= 90 &&
  Array.from(code).some(
    (_, at) => at >= 10 && code.length - at >= 10 && isWhole(code.slice(0, at)) && isWhole(code.slice(at)),
  );

const otherNumber = /^[\dA-Z][\dA-Z \-/.]{3,39}$/i;

export const refusedLabels = {
  empty: "Please scan the label, or enter the tracking number.",
  box: "That’s the code of a medicine’s box. Please scan the label of the package.",
  twice: "These are two scans. Please empty the field, then scan one label.",
  wrong: "A digit of this tracking number is wrong or missing. Please scan the label again.",
  unknown:
    "This is no whole tracking number of USPS, UPS, FedEx or DHL. Please scan the label again, or name another carrier.",
  other: "Please enter the tracking number: 4 to 40 letters and digits.",
} as const;

/** A label, or what was typed in its place. `chosen` is the carrier that somebody named: it decides where several have such a number. */
export function readParcelLabel(scanned: string, chosen = ""): ParcelLabel | RefusedLabel {
  const [code, name] = [cleanScan(scanned), chosen.trim()];
  const wanted = carriersNamed(name);
  if (code === "") return { refused: refusedLabels.empty };
  if (name !== "" && wanted.length === 0) return readOtherNumber(scanned, name);
  const right = formatsOf(code).filter(({ isRight }) => isRight);
  const found = name === "" ? right[0] : right.find(({ carrier }) => wanted.includes(carrier));
  if (isProductCode(code) && !(found && name !== "")) return { refused: refusedLabels.box };
  if (found) {
    const { carrier, number, zip } = found;
    return { carrier, number, ...(zip !== undefined && { zip }) };
  }
  const [other] = right;
  if (other)
    return { refused: `This is a number of ${other.carrier}, and the carrier is ${name}. Please correct one of them.` };
  if (isTwoScans(code)) return { refused: refusedLabels.twice };
  const isShaped = formatsOf(code).some(({ carrier }) => name === "" || wanted.includes(carrier));
  return { refused: isShaped ? refusedLabels.wrong : refusedLabels.unknown };
}

/** Anything but the code of a medicine may be a number of a carrier we don't know. */
function readOtherNumber(scanned: string, carrier: string): ParcelLabel | RefusedLabel {
  const number = scanned.trim();
  if (isMedicineCode(cleanScan(number))) return { refused: refusedLabels.box };
  return otherNumber.test(number) ? { carrier, number } : { refused: refusedLabels.other };
}

/** Why a label isn't that of an order that goes to `orderZip`; null where it may be. */
export function labelObstacle({ zip }: ParcelLabel, orderZip: string): string | null {
  if (zip === undefined || zip.slice(0, 5) === orderZip.slice(0, 5)) return null;
  return `This label is made out to ${zip.slice(0, 5)}; the order goes to ${orderZip.slice(0, 5)}.`;
}

const trackingPages: Readonly<Record<ParcelCarrier, string>> = {
  USPS: "https://tools.usps.com/go/TrackConfirmAction?tLabels=",
  UPS: "https://www.ups.com/track?tracknum=",
  FedEx: "https://www.fedex.com/fedextrack/?trknbr=",
  "DHL Express": "https://www.dhl.com/us-en/home/tracking/tracking-express.html?submit=1&tracking-id=",
  "DHL eCommerce": "https://www.dhl.com/us-en/home/tracking/tracking-ecommerce.html?submit=1&tracking-id=",
};

/** Where a carrier shows the way of a parcel; null for another one. */
export function trackingLink({ carrier, number }: ParcelLabel): string | null {
  const known = parcelCarriers.find((each) => each === carrier);
  return known === undefined ? null : trackingPages[known] + encodeURIComponent(number);
}
