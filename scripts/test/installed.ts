import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

/** Servers are in /usr/sbin, which not everybody's PATH has. */
const onPath = (names: readonly string[]): string | null =>
  [...(process.env["PATH"] ?? "").split(delimiter), "/usr/sbin"]
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find((path) => existsSync(path)) ?? null;

/** The other engines installed on this machine, or null. `.ci/run` has the names of Debian's packages for all that is here. */
export const firefox = onPath(["firefox-esr", "firefox"]);
export const webKitDriver = onPath(["WebKitWebDriver"]);
export const xvfb = onPath(["Xvfb"]);
/** Real servers of others that tests put before and behind ours: a proxy, and a bucket (OpenStack Swift with its S3 interface). */
export const nginx = onPath(["nginx"]);
export const swift = onPath(["swift-proxy-server"]) && onPath(["swift-object-server"]);

/** Somebody has just installed all of these: what isn't here then is a failure. */
export const mustBeInstalled = process.env["INSTALLED"] === "required";
