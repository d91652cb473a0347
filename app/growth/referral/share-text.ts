import { settings } from "#app/settings.ts";
import type { Referral } from "#contract/growth/referral.ts";

/** The sentence shared with the link. Whoever reads over the friend's shoulder learns nothing about anyone's health. */
export const shareText = ({ friendreward }: Pick<Referral, "friendreward">): string =>
  `With this link, you'll get ${friendreward} at ${settings.brand.name}:`;
