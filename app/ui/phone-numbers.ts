export interface Piece {
  readonly text: string;
  /** Number to call, in its digits. */
  readonly tel?: string;
}

const number = /\b(?:911|988|(?:1-)?\d{3}-\d{3}(?:-\d{4})?)\b/g;

/** A sentence in pieces, its phone numbers apart, so that they can be pressed to call. */
export function phoneNumbersIn(sentence: string): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const match of sentence.matchAll(number)) {
    if (match.index > end) pieces.push({ text: sentence.slice(end, match.index) });
    pieces.push({ text: match[0], tel: match[0].replaceAll("-", "") });
    end = match.index + match[0].length;
  }
  if (end < sentence.length) pieces.push({ text: sentence.slice(end) });
  return pieces;
}
