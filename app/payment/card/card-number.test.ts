import { describe, expect, test } from "vitest";
import {
  cardBrand,
  cardNumberError,
  cvcError,
  expiryError,
  formatCardNumber,
  formatExpiry,
  isCardNumber,
  parseExpiry,
  passesLuhn,
} from "./card-number.ts";

const samples = [
  ["visa", "Visa", "4242424242424242"],
  ["mastercard", "Mastercard", "5555555555554444"],
  ["mastercard", "Mastercard", "2223003122003222"],
  ["amex", "American Express", "378282246310005"],
  ["diners", "Diners", "30569309025904"],
  ["diners", "Diners", "36227206271667"],
  ["jcb", "JCB", "3566002020360505"],
  ["discover", "Discover", "6011111111111117"],
  ["unionpay", "Union Pay", "6200000000000005"],
] as const;

describe.each(samples)("%s", (brand, name, number) => {
  test(`is known by its prefix and accepted (${number})`, () => {
    expect(cardBrand(number)).toBe(brand);
    expect(cardBrand(number.slice(0, 4))).toBe(brand);
    expect(cardNumberError(number)).toBeUndefined();
    expect(cardNumberError(formatCardNumber(number))).toBeUndefined();
  });

  test("is named in the error when a digit is missing", () => {
    expect(cardNumberError(number.slice(0, -1))).toBe(`Not a valid ${name} number`);
  });
});

test("prefixes at the edge of a range", () => {
  expect(cardBrand("2220")).toBeUndefined();
  expect(cardBrand("2221")).toBe("mastercard");
  expect(cardBrand("2720")).toBe("mastercard");
  expect(cardBrand("2721")).toBeUndefined();
  expect(cardBrand("3527")).toBeUndefined();
  expect(cardBrand("622126")).toBe("discover");
  expect(cardBrand("622125")).toBe("unionpay");
  expect(cardBrand("622926")).toBe("unionpay");
  expect(cardBrand("")).toBeUndefined();
});

test("a wrong check digit is refused", () => {
  expect(passesLuhn("4242424242424242")).toBe(true);
  expect(passesLuhn("4242424242424241")).toBe(false);
  expect(passesLuhn("")).toBe(false);
  expect(isCardNumber("4242 4242 4242 4241")).toBe(false);
  expect(cardNumberError("9999")).toBe("Not a valid card number");
  for (const short of [" ", "4", "42", "424", "37 8"]) expect(cardNumberError(short)).toBe("Enter your card number");
  expect(cardNumberError("4242")).toBe("Not a valid Visa number");
});

test("numbers are grouped the way they are printed", () => {
  expect(formatCardNumber("4242424242424242")).toBe("4242 4242 4242 4242");
  expect(formatCardNumber("37828224631000599")).toBe("3782 822463 10005");
  expect(formatCardNumber("30569309025904")).toBe("3056 930902 5904");
  expect(formatCardNumber("42424")).toBe("4242 4");
});

test("the security code has the brand's length", () => {
  expect(cvcError("123", "visa")).toBeUndefined();
  expect(cvcError("123", "amex")).toBe("Enter the 4-digit security code");
  expect(cvcError("", undefined)).toBe("Enter the 3-digit security code");
});

test("expiry is typed with as few keys as possible", () => {
  expect(["1", "4", "12", "123", "1/", "12/30", "1230", "05/2031"].map(formatExpiry)).toEqual([
    "1",
    "04",
    "12",
    "12/3",
    "01",
    "12/30",
    "12/30",
    "05/31",
  ]);
  expect(parseExpiry("04/31")).toEqual({ month: 4, year: 2031 });
  expect(parseExpiry("13/31")).toBeUndefined();
});

test("a card is good through its last month", () => {
  const may = new Date(2030, 4, 31);
  expect(expiryError("05/30", may)).toBeUndefined();
  expect(expiryError("04/30", may)).toBe("This card has expired");
  expect(expiryError("5", may)).toBe("Enter the expiry date as MM/YY");
});
