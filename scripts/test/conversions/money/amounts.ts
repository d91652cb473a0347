import { law } from "../laws.ts";

/** $10,000, in cents. */
export const most = 1_000_000;

/** An amount as it is written, made of its digits: “1234.50”. */
export const plain = (cents: number): string => {
  const digits = String(cents).padStart(3, "0");
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
};
/** The dollars that a page or another system sends: what the written amount is as a number. */
export const dollarsOf = (cents: number): number => Number(plain(cents));

export const grouped = (cents: number): string => {
  const [dollars = "", rest = ""] = plain(cents).split(".");
  return `${dollars.length > 3 ? `${dollars.slice(0, -3)},${dollars.slice(-3)}` : dollars}.${rest}`;
};
/** “$1,234.50” */
export const withSign = (cents: number): string => `$${grouped(cents)}`;
/** “$94”, “$94.50” */
export const short = (cents: number): string => withSign(cents).replace(/\.00$/, "");

/** Each cent up to $10,000. */
export const eachCent = (look: (cents: number) => void): void => {
  for (let cents = 0; cents <= most; cents += 1) look(cents);
};
/** Where a text takes long to make: every amount to $100, then each with its own last digits. */
export const manyAmounts = (look: (cents: number) => void): void => {
  for (let cents = 0; cents <= most; cents += cents < 10_000 ? 1 : 37) look(cents);
};

export const written = (expected: (cents: number) => string, given: (cents: number) => number = (cents) => cents) =>
  law<(value: number) => string>((write, cases) =>
    manyAmounts((cents) => cases.is(write(given(cents)), expected(cents), cents)),
  );
