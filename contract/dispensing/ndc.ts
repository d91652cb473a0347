/**
 * The National Drug Code. A label shows ten digits as labeler-product-package in one of three shapes (4-4-2, 5-3-2, 5-4-1); billing and our catalogue
 * write eleven (5-4-2), with a zero in front of the part that is short. A bar code has the ten digits without dashes, so it doesn't say the shape: each
 * eleven digits they may stand for has to be asked.
 */

const shapes = [
  [4, 4],
  [5, 3],
  [5, 4],
] as const;
const dashed = /^(?<labeler>\d{4,5})-(?<product>\d{3,4})-(?<pack>\d{1,2})$/;

/** GS1's digit that makes a GTIN, an EAN or a UPC right, of all its digits before: numbers of USPS and FedEx Ground have it, too. */
export function gtinCheckDigit(before: string): string {
  const sum = Array.from(before, Number)
    .toReversed()
    .reduce((total, digit, at) => total + digit * (at % 2 === 0 ? 3 : 1), 0);
  return String((10 - (sum % 10)) % 10);
}

export const hasRightCheckDigit = (code: string): boolean => gtinCheckDigit(code.slice(0, -1)) === code.slice(-1);

/** The ten digits of a drug inside a GTIN of 14 digits; null for what is no single package of a drug of the US. */
export const ndcInGtin = (gtin: string): string | null => /^003(?<ndc>\d{10})\d$/.exec(gtin)?.groups?.["ndc"] ?? null;

/** The GTIN of a package, by the ten digits of its NDC. */
export const gtinOfNdc = (digits: string): string => `003${digits}${gtinCheckDigit(`003${digits}`)}`;

/** An NDC as a label or a catalogue writes it, as eleven digits; null where its shape doesn't say which they are. */
export function elevenDigits(ndc: string): string | null {
  if (/^\d{11}$/.test(ndc)) return ndc;
  const { labeler = "", product = "", pack = "" } = dashed.exec(ndc)?.groups ?? {};
  const digits = labeler.length + product.length + pack.length;
  return digits === 10 || digits === 11
    ? labeler.padStart(5, "0") + product.padStart(4, "0") + pack.padStart(2, "0")
    : null;
}

/** Eleven digits with the dashes of the catalogue, 5-4-2. */
export const dashedNdc = (eleven: string): string => `${eleven.slice(0, 5)}-${eleven.slice(5, 9)}-${eleven.slice(9)}`;

/** The eleven digits that ten may stand for, one a shape. */
const readingsOf = (ten: string): readonly string[] =>
  shapes.map(([labeler, product]) =>
    [
      ten.slice(0, labeler).padStart(5, "0"),
      ten.slice(labeler, labeler + product).padStart(4, "0"),
      ten.slice(labeler + product).padStart(2, "0"),
    ].join(""),
  );

/** The ten digits that a package of this NDC has in its bar code: one where the label's shape is known, else each that it may be. */
export function tenDigits(ndc: string): readonly string[] {
  const bare = ndc.replaceAll("-", "");
  if (dashed.test(ndc) && bare.length === 10) return [bare];
  const eleven = elevenDigits(ndc);
  if (eleven === null) return /^\d{10}$/.test(ndc) ? [ndc] : [];
  return [
    ...new Set([0, 5, 9].flatMap((at) => (eleven[at] === "0" ? [eleven.slice(0, at) + eleven.slice(at + 1)] : []))),
  ];
}

/** Whether two NDCs, each in any form, may be one package's. */
export function isSameNdc(one: string, other: string): boolean {
  const [first, second] = [elevenDigits(one), elevenDigits(other)];
  if (first !== null && second !== null) return first === second;
  if (first !== null) return readingsOf(other.replaceAll("-", "")).includes(first) && tenDigits(other).length > 0;
  if (second !== null) return isSameNdc(other, one);
  return one === other && /^\d{10}$/.test(one);
}
