import { EmergencyText } from "#app/emergency/emergency-text.tsx";
import { Link } from "#app/ui/actions/link.tsx";
import css from "./message-row.module.css";
import { parseUrl } from "#app/browser/urls.ts";
import { ownPath } from "#contract/fields/own-path.ts";

interface TextPart {
  readonly text: string;
  /** Target, when it is a link. */
  readonly href?: string;
  /** Leads to another site. */
  readonly external?: boolean;
}

/** First segments of the paths a message may link to; “and /or” is no path. */
const sections =
  "home|treatment|messages|support|your-account|account-settings|medical-information|insurance-documents|contact-us|referral|order|subscription|cancel-subscription";
const linkPattern = new RegExp(
  String.raw`https:\/\/[!-~]+|(?<=^|\s)\/(?:${sections})(?:[/?#][\w\-/?=&#.%]*)?(?![\w-])`,
  "giu",
);
/** Punctuation that ends the sentence, not the address. */
const trailingPunctuation = /[.,;:!?'"*_~)\]}>]+$/u;

/**
 * Splits a message into text and links: our own paths, and `https` addresses without a user name. A link's text is the address itself, so that none
 * can pretend to be another.
 */
export function splitLinks(text: string, origin: string): readonly TextPart[] {
  const pieces: TextPart[] = [];
  let position = 0;
  for (const { 0: found, index } of text.matchAll(linkPattern)) {
    const address = found.replace(trailingPunctuation, "");
    const link = parseLink(address, origin);
    if (!link) continue;
    if (index > position) pieces.push({ text: text.slice(position, index) });
    pieces.push({ text: address, ...link });
    position = index + address.length;
  }
  if (position < text.length) pieces.push({ text: text.slice(position) });
  return pieces;
}

function parseLink(address: string, origin: string): Omit<TextPart, "text"> | null {
  if (address.startsWith("/")) {
    const path = ownPath(address);
    return path === null ? null : { href: path };
  }
  const url = parseUrl(address);
  if (!url) return null;
  if (url.origin === origin) return { href: url.pathname + url.search + url.hash };
  return url.username || url.password || !url.hostname.includes(".") ? null : { href: url.href, external: true };
}

/** The text of a message, in its own writing direction, with its links. */
export function MessageText({ children }: { children: string }) {
  return (
    <p dir="auto" className={css["text"]}>
      {splitLinks(children, location.origin).map(({ text, href, external = false }, index) =>
        href ? (
          <Link key={index} href={href} external={external}>
            <bdi dir="ltr">{text}</bdi>
          </Link>
        ) : (
          <EmergencyText key={index}>{text}</EmergencyText>
        ),
      )}
    </p>
  );
}
