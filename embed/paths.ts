/** Does this path stay on `origin`? Browsers drop tabs and read "\" as "/", so what counts is the resolved address. */
export function isOwnPath(path: string, origin: string): boolean {
  try {
    return path[0] === "/" && path[1] !== "/" && new URL(path, origin).origin === origin;
  } catch {
    return false;
  }
}
