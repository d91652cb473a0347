/** Letters that Unicode doesn't take apart into a plain one and its mark, and what people type for them. */
const plainLetters: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  ð: "d",
  đ: "d",
  ɖ: "d",
  þ: "th",
  ł: "l",
  ħ: "h",
  ı: "i",
  ŧ: "t",
  ŋ: "n",
  ɓ: "b",
  ɗ: "d",
  ƙ: "k",
  ɛ: "e",
  ɔ: "o",
  ə: "e",
  ĸ: "k",
  ς: "σ",
};
const folded = new RegExp(`[${Object.keys(plainLetters).join("")}]`, "gu");

/** What stands for an apostrophe, an ʻokina or a glottal stop on one keyboard or another. */
const apostrophes = /['`´‘’‛′＇ʹʻʼʽʾʿˈˊˋ՚׳ꞌ]/gu;

/** A text as it is compared: without case, accents, apostrophes, and what nobody sees; full-width letters as plain ones. */
export const foldLetters = (text: string): string =>
  text
    .replace(apostrophes, "")
    .normalize("NFKD")
    .replace(/[\p{M}\p{Cf}]/gu, "")
    .toLowerCase()
    .replace(folded, (letter) => plainLetters[letter] ?? letter)
    .normalize("NFC");

/** The words of a name or a search, folded. */
export const foldedWords = (text: string): string[] =>
  foldLetters(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
