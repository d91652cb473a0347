import css from "./emergency-text.module.css";

interface TextPiece {
  readonly text: string;
  /** Link target: `tel:` or `sms:`. */
  readonly href?: string;
  /** Accessible name of a link where its word alone does not say it. */
  readonly name?: string;
}

/** 988 can be texted as well as called: the word “text” before it becomes an sms link. */
const phoneNumberPattern = /\btext(?=\s+988\b)|\b(?:911|988|(?:1-)?\d{3}-\d{3}(?:-\d{4})?)\b/gi;

/** Splits a text into pieces, its phone numbers separate, so that they can be links. */
export function splitPhoneNumbers(sentence: string): TextPiece[] {
  const pieces: TextPiece[] = [];
  let end = 0;
  for (const { 0: text, index } of sentence.matchAll(phoneNumberPattern)) {
    if (index > end) pieces.push({ text: sentence.slice(end, index) });
    pieces.push(
      /\d/.test(text) ? { text, href: `tel:${text.replaceAll("-", "")}` } : { text, href: "sms:988", name: "Text 988" },
    );
    end = index + text.length;
  }
  if (end < sentence.length) pieces.push({ text: sentence.slice(end) });
  return pieces;
}

/** A text whose phone numbers are links; every screen with an emergency number renders it with this. */
export function EmergencyText({ children }: { children: string }) {
  return (
    <>
      {splitPhoneNumbers(children).map(({ text, href, name }, index) =>
        href ? (
          <a key={index} href={href} aria-label={name} className={css["number"]}>
            {text}
          </a>
        ) : (
          text
        ),
      )}
    </>
  );
}
