import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

const onPath = (names: readonly string[]): string | null =>
  (process.env["PATH"] ?? "")
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find((path) => existsSync(path)) ?? null;

/** The other engines installed on this machine, or null. On Debian: `apt-get install firefox-esr webkit2gtk-driver xvfb`. */
export const firefox = onPath(["firefox-esr", "firefox"]);
export const webKitDriver = onPath(["WebKitWebDriver"]);
export const xvfb = onPath(["Xvfb"]);
