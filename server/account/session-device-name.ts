import { BROWSER_MAP, parse } from "bowser";
import { type SentenceContent, sentence, toText } from "#server/platform/sentences.ts";

/** What people call a system or browser, where its maker has a longer name. */
const commonNames: Readonly<Record<string, string>> = {
  "Microsoft Edge": "Edge",
  "Samsung Internet for Android": "Samsung Internet",
  macOS: "Mac",
  "Chrome OS": "Chromebook",
};

/** Browser and system of a user agent in words, like “Safari on iPhone”; “Unknown device” when it names neither. */
export function deviceName(content: SentenceContent, userAgent: string | null): string {
  const { browser, os, platform } = parse(userAgent || "unknown");
  const system = os.name === "iOS" ? (platform.model ?? os.name) : os.name;
  const common = (name: string | undefined) => (name ? (commonNames[name] ?? name) : undefined);
  // The library takes whatever comes before a version for a browser.
  const knownBrowser = Object.values(BROWSER_MAP).find((name) => name === browser.name);
  const [browserName, systemName] = [common(knownBrowser), common(system)];
  if (browserName && systemName)
    return toText(content, sentence("account.device", { browser: browserName, system: systemName }));
  return browserName ?? systemName ?? toText(content, sentence("account.device_unknown"));
}
