/*
 * The code on our own labels and slips. Its letters are no commands of the staff app, and are where they are on English, French and German keyboards, so that
 * a scanner set to another one is noticed by its digits alone. Two check digits (ISO 7064, MOD 97-10) keep half a scan, or two at once, from naming another order.
 */

/** What is printed for an order's number, which is of digits: `NR10000162`. */
export const orderCode = (number: string): string => `NR${number}${checkDigits(number)}`;

/** Whether a text is, or begins like, one of our codes. */
export const looksLikeOrderCode = (scanned: string): boolean => /^NR/.test(cleaned(scanned));

/** The number of the order whose code was scanned; null: it's none, or not whole. */
export function readOrderCode(scanned: string): string | null {
  const [, number, check] = /^NR(\d{4,20})(\d\d)$/.exec(cleaned(scanned)) ?? [];
  return number !== undefined && check === checkDigits(number) ? number : null;
}

/** Without the symbology that some scanners name first (`]Q1`), and as if Caps Lock were off. */
const cleaned = (scanned: string): string =>
  scanned
    .trim()
    .replace(/^\][a-z]\d/i, "")
    .toUpperCase();

const checkDigits = (number: string): string => String(98n - ((BigInt(number) * 100n) % 97n)).padStart(2, "0");
