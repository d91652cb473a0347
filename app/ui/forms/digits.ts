/** Groups digits: `group("4155550123", [3, 3, 4], "-")` is "415-555-0123". No separator after the last typed digit. */
export function groupDigits(text: string, sizes: readonly number[], separator: string): string {
  let digits = text.replace(/\D/g, "");
  const groups: string[] = [];
  for (const size of sizes) {
    if (!digits) break;
    groups.push(digits.slice(0, size));
    digits = digits.slice(size);
  }
  return groups.join(separator);
}

/** Formats a US phone number; a leading 1 that makes eleven digits is the country code. */
export function formatPhone(text: string): string {
  const digits = text.replace(/\D/g, "");
  return groupDigits(digits.length === 11 && digits.startsWith("1") ? digits.slice(1) : digits, [3, 3, 4], "-");
}

export function formatSsn(text: string): string {
  return groupDigits(text, [3, 2, 4], "-");
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
