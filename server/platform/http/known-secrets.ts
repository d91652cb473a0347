import { hashSecret } from "../crypto/secrets.ts";

/** Secrets that opened something on this node, the newest `most` of them; a stranger can't make one known. Only hashes stay in memory. */
export function createKnownSecrets(most: number) {
  const known = new Set<string>();
  const hashOf = (secret: string) => hashSecret(secret).toString("base64");
  return {
    has: (secret: string): boolean => known.has(hashOf(secret)),
    add(secret: string): void {
      const [oldest] = known;
      if (known.size >= most && oldest !== undefined) known.delete(oldest);
      known.add(hashOf(secret));
    },
    forget: (secret: string): void => void known.delete(hashOf(secret)),
  };
}
