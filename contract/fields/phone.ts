import * as z from "zod/mini";

const tenDigits = "Please enter a 10-digit phone number, like 555-234-5678.";
const foreign = "We can only use a US phone number: 10 digits, like 555-234-5678.";
const extension = "Please leave out the extension. We can only use a number of its own, like 555-234-5678.";

/** The number in plain digits and marks: full-width ones, and what nobody sees, come with pasted text. */
const plainNumber = (typed: string): string =>
  typed
    .normalize("NFKC")
    .replace(/\p{Cf}/gu, "")
    .trim()
    .replace(/^tel:/i, "");

/** Ten digits, with an optional +1 or 1 in front; dashes, dots, spaces and brackets are no part of it (spec §5). */
const usNumber = /^(?:\+?1)?([2-9]\d{2}[2-9]\d{6})$/;
const marks = /[\s().\-/\u2010-\u2015]/g;

/** The ten digits of a number; undefined where it is none. No digit is ever dropped: a foreign number would become a stranger's. */
const digitsOf = (typed: string): string | undefined => usNumber.exec(plainNumber(typed).replace(marks, ""))?.[1];

function problemOf(typed: string): string {
  const number = plainNumber(typed);
  if (/\d[\s.,;]*(?:extension|ext|x|#)[\s.:=]*\d+$/i.test(number)) return extension;
  return /^(?:\+(?!1)|00|011)/.test(number) ? foreign : tenDigits;
}

/** A US phone number, as its ten digits. A foreign one, or one with an extension, is refused in words. */
export const Phone = z.pipe(
  z
    .string("Please enter your phone number.")
    .check(z.refine((typed) => digitsOf(typed) !== undefined, { error: ({ input }) => problemOf(String(input)) })),
  z.transform((typed: string) => digitsOf(typed) ?? typed),
);
