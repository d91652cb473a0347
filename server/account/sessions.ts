import { type SentenceContent, sentence, toText } from "#server/platform/sentences.ts";
const browsers: readonly [RegExp, string][] = [
  [/Edg(?:e|A|iOS)?\//, "Edge"],
  [/OPR\/|Opera/, "Opera"],
  [/SamsungBrowser\//, "Samsung Internet"],
  [/Firefox\/|FxiOS\//, "Firefox"],
  [/Chrome\/|CriOS\//, "Chrome"],
  [/Safari\//, "Safari"],
];

const systems: readonly [RegExp, string][] = [
  [/iPhone/, "iPhone"],
  [/iPad/, "iPad"],
  [/Android/, "Android"],
  [/Windows/, "Windows"],
  [/Mac OS X|Macintosh/, "Mac"],
  [/CrOS/, "Chromebook"],
  [/Linux/, "Linux"],
];

/** Browser and system of a user agent in words, like “Safari on iPhone”; “Unknown device” when it names neither. */
export function deviceName(content: SentenceContent, userAgent: string | null): string {
  const name = (known: readonly [RegExp, string][]) => known.find(([pattern]) => pattern.test(userAgent ?? ""))?.[1];
  const [browser, system] = [name(browsers), name(systems)];
  if (browser && system) return toText(content, sentence("account.device", { browser, system }));
  return browser ?? system ?? toText(content, sentence("account.device_unknown"));
}
