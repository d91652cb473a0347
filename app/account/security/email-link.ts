/** What a link mailed about a change of the e-mail is for, with its code. */
export interface EmailLink {
  readonly kind: "confirm" | "stop";
  readonly code: string;
}

/** The link's part behind `#`, which no server and no log sees: `confirm.CODE` or `stop.CODE`. Null for anything else. */
export function linkFromHash(hash: string): EmailLink | null {
  const [, kind, code] = /^#(confirm|stop)\.([\w-]{43})$/.exec(hash) ?? [];
  return (kind === "confirm" || kind === "stop") && code !== undefined ? { kind, code } : null;
}
