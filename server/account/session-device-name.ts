import { parse } from "bowser";

/** What people call a system or browser, where its maker has a longer name. */
const commonNames: Readonly<Record<string, string>> = {
  "Microsoft Edge": "Edge",
  "Samsung Internet for Android": "Samsung Internet",
  macOS: "Mac",
  "Chrome OS": "Chromebook",
};

/** Browser and system of a user agent in words, like “Safari on iPhone”; “Unknown device” when it names neither. */
export function deviceName(userAgent: string | null): string {
  const { browser, os, platform } = parse(userAgent || "unknown");
  const system = os.name === "iOS" ? (platform.model ?? os.name) : os.name;
  const names = [browser.name, system].flatMap((name) => (name ? [commonNames[name] ?? name] : []));
  return names.join(" on ") || "Unknown device";
}
