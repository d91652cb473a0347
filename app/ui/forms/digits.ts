/** The digits of a text; those of a full-width keyboard are digits, too. */
export const digitsOf = (text: string): string => text.normalize("NFKC").replace(/\D/g, "");

/** Groups digits: `group("4155550123", [3, 3, 4], "-")` is "415-555-0123". No separator after the last typed digit. */
export function groupDigits(text: string, sizes: readonly number[], separator: string): string {
  let digits = digitsOf(text);
  const groups: string[] = [];
  for (const size of sizes) {
    if (!digits) break;
    groups.push(digits.slice(0, size));
    digits = digits.slice(size);
  }
  return groups.join(separator);
}

/** Formats a US phone number; a leading 1 that makes eleven digits is the country code. What is no such number stays as it is, to be refused in words. */
export function formatPhone(text: string): string {
  const plain = text.normalize("NFKC").replace(/\p{Cf}/gu, "");
  const digits = digitsOf(plain);
  const national = digits.length === 11 && digits.startsWith("1") ? digits.slice(1) : digits;
  const isUs = /^[\d\s().\-/\u2010-\u2015]*$/.test(plain) || /^\s*(?:tel:)?\+1[\d\s().\-/\u2010-\u2015]*$/.test(plain);
  return isUs && national.length <= 10 && !(plain.includes("+") && national === digits)
    ? groupDigits(national, [3, 3, 4], "-")
    : text;
}

/** A social security number as it grows; more digits than it has stay, to be refused in words. */
export function formatSsn(text: string): string {
  return digitsOf(text).length > 9 ? text : groupDigits(text, [3, 2, 4], "-");
}

/** Reformats an input in place, keeping the caret behind the same digit. */
export function reformatInput(input: HTMLInputElement, format: (text: string) => string): void {
  const formatted = format(input.value);
  if (formatted === input.value) return;
  const caret = input.selectionStart ?? input.value.length;
  const digitsBefore = input.value.slice(0, caret).replace(/\D/g, "").length;
  const atEnd = caret === input.value.length;
  input.value = formatted;
  const position = atEnd ? formatted.length : positionAfterDigit(formatted, digitsBefore);
  input.setSelectionRange(position, position);
}

function positionAfterDigit(text: string, count: number): number {
  let seen = 0;
  for (let position = 0; position < text.length; position++) {
    if (seen === count) return position;
    if (/\d/.test(text[position] ?? "")) seen++;
  }
  return text.length;
}
