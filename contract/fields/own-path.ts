/**
 * A path of this app that is safe to redirect to; null for anything else: other origins, schemes, `//`, `\`, control characters, also percent-encoded
 * ones.
 */
export function ownPath(value: string | null | undefined): string | null {
  if (!value || value.length > 2000 || !value.startsWith("/") || unsafe.test(value)) return null;
  const path = value.split(/[?#]/, 1)[0] ?? "";
  const decoded = decode(path);
  if (decoded === null || unsafe.test(decoded)) return null;
  const url = new URL(value, "https://here.invalid");
  return url.origin === "https://here.invalid" && !url.pathname.startsWith("//")
    ? url.pathname + url.search + url.hash
    : null;
}

// oxlint-disable-next-line no-control-regex -- control characters are what is refused
const unsafe = /^\/[/\\]|\/\/|\\|[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;

function decode(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}
