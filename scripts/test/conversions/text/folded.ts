import { texts } from "../alphabet.ts";
import { type Table, law } from "../laws.ts";
import { type Given, graphemesOf, isCutBetween, lookOver, ofMany, over } from "./looks.ts";

/** How the same name is typed, with and without the keys for it. */
const sameNames: readonly (readonly [string, string])[] = [
  ["Łucja", "lucja"],
  ["Bjørg", "bjorg"],
  ["Kaʻahumanu", "kaahumanu"],
  ["OʼNeill", "o'neill"],
  ["O’NEILL", "oneill"],
  ["Weiß", "weiss"],
  ["İpek", "ipek"],
  ["Yıldız", "yildiz"],
  ["Zoe\u0308", "zoë"],
  ["Nguyễn", "nguyen"],
  ["Þórður", "thordur"],
  ["Ｒｏｓａ", "rosa"],
  ["ΟΔΥΣΣΕΥΣ", "οδυσσευς"],
  ["ЮЛИЯ", "юлия"],
];

/** What must hold of what is compared, printed or cut to a length. */
export const foldedText: Table = {
  // Folds.
  "contract/fields/fold-letters.ts foldLetters": law<(text: string) => string>((fold, cases) => {
    lookOver(fold, cases, "it has marks", (folded) => !/[\p{M}\p{Cf}]/u.test(folded), "idempotent");
    for (const [written, typed] of sameNames) cases.is(fold(written), fold(typed), written, typed);
    for (const text of texts) cases.is(fold(text.normalize("NFD")), fold(text.normalize("NFC")), text);
  }),
  "contract/fields/fold-letters.ts foldedWords": over<Given>(
    "not its words",
    (words, text) => words.every((word) => /^[\p{L}\p{N}]+$/u.test(word)) && (words.length > 0 || !/[a-z]/i.test(text)),
  ),
  "contract/documents/filename.ts plainName": over<string>(
    "not a file's name",
    (name) => /^(?:[a-z0-9]+(?:-[a-z0-9]+)*)?$/.test(name),
    "idempotent",
  ),
  "server/documents/insurance/insurance-documents.ts fileNameOf": ofMany(2, (name, [title = ""]) =>
    title.startsWith("w") ? name === "w0.jpg" : /^[a-z0-9-]{1,60}\.jpg$/.test(name),
  ),
  "server/platform/print/printable-text.ts foldForPrint": over<string>(
    "it has what can't be printed, or another meaning",
    (print, text) =>
      !/[\u2010\u2011\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\u00ad\u00a0\u202f]|(?!\n)\p{Cc}|[\u00b5\u03bc]g(?!\p{L})/u.test(
        print,
      ) &&
      print.replace(/mcg|[µμ]g/g, "").replace(/\P{L}/gu, "") ===
        text
          .normalize("NFC")
          .replace(/mcg|[µμ]g/g, "")
          .replace(/\P{L}/gu, ""),
    "idempotent",
  ),
  "server/platform/print/printable-text.ts paragraphsOf": over<Given>("words are lost", keepsLines),
  "content/logic/label-phrases.ts labelSentences": law<(text: string) => readonly string[]>((sentences, cases) => {
    const plain = (text: string) => text.replaceAll(/\s/gu, "");
    for (const text of texts) cases.is(sentences(text).map(plain).join(""), plain(text), text);
    for (const parts of [["Use 0.5 mL."], ["Take one.", "Wash your hands!", "Then rest."]])
      cases.is(sentences(parts.join("  \n")).join("|"), parts.join("|"), ...parts);
  }),
  "clinic/patients/letter/letter.ts letterParagraphs": over<Given>("words are lost", keepsLines),
  "server/platform/print/printable-text.ts codeOf": over<string>("no code", (code) => /^U\+[0-9A-F]{4,6}$/.test(code)),
  "server/platform/print/printable-text.ts letterInWords": over<string>("no code", (words) => words.startsWith("“")),
  "app/messages/composer/composer.tsx cleanText": over<string>(
    "it has controls",
    (clean) => clean === "" || /^(?!\s)(?:[^\p{Cc}]|[\n\r\t])+(?<!\s)$/u.test(clean),
    "idempotent",
  ),

  // Cut to a length.
  "server/records/timeline/excerpt.ts excerptOf": law<(text: string, words: readonly string[]) => string>(
    (cut, cases) =>
      lookOver(
        (text) => cut(text, []),
        cases,
        "it isn't one line of the text",
        (excerpt) => !/[\n\r]/.test(excerpt),
      ),
  ),
  "server/care/patients/patient-mails.ts maskedEmail": law<(email: string) => string>((mask, cases) => {
    for (const email of ["rosa@example.com", "r@b.co", '"odd@name"@example.org'])
      cases.is(mask(email), `${email.slice(0, 1)}…@${email.split("@").at(-1) ?? ""}`, email);
  }),
  "server/notifications/message-preview.ts messagePreview": over<string>(
    "cut within a character, or too long",
    (preview, text) => {
      const line = text
        .replace(/\p{Bidi_Control}/gu, "")
        .trim()
        .replace(/\s*[\n\r\u2028\u2029]\s*/g, " ");
      const shown = preview.replace(/…$/, "");
      const isShort =
        preview.length <= 700 && graphemesOf(preview).length <= 85 && !/[\n\r\u202a-\u202e]/.test(preview);
      return isShort && (preview === line || isCutBetween(shown, line));
    },
  ),
  "app/browser/file-rules.ts shownName": over<string>(
    "too long, or turned around",
    (shown) => Array.from(shown).length <= 62 && !/[\p{Cc}\u202a-\u202e\u2066-\u2069\u200e\u200f]/u.test(shown),
  ),
  "app/account/profile/avatar.tsx initialsOf": ofMany(
    2,
    (initials) => Array.from(initials.normalize("NFC")).length <= 50,
  ),
  "clinic/audit/actor-name.ts shortId": law<(id: string) => string>((shortId, cases) => {
    cases.is(shortId("01900000-0000-7000-8000-0123456789ab"), "…456789ab");
  }),
  "app/ui/forms/counted.tsx lengthWords": law<(text: string, max: number) => { over?: string; left?: string }>(
    (words, cases) => {
      for (const letter of ["a", "李", "😀", "𠮷", "e\u0301"]) {
        const length = Array.from(letter).length;
        const told = (text: string) => words(text, 60 * length);
        cases.is(told(letter.repeat(60)).over, undefined, letter);
        cases.holds(
          told(letter.repeat(61)).over?.startsWith(`${length} `) === true,
          () => `${letter} is counted otherwise`,
        );
      }
    },
  ),
};

function keepsLines(paragraphs: Given, text: string): boolean {
  const bare = (one: string) => one.replace(/\s/gu, "");
  return bare(paragraphs.join("")) === bare(text) && paragraphs.every((each) => each !== "" && each === each.trim());
}
