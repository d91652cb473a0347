/** Whether this path stays on `origin`. Browsers drop tabs and read "\" as "/", so the resolved address is what counts. */
export function isOwnPath(path: string, origin: string): boolean {
  try {
    return path[0] === "/" && path[1] !== "/" && new URL(path, origin).origin === origin;
  } catch {
    return false;
  }
}
