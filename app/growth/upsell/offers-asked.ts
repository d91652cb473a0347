import { observable } from "#app/api/observable.ts";
import type { Asked } from "./asked-offer.ts";

/** The offer of a link she followed, from its address to her answer: what would open by itself waits for it. */
export const offersAsked = observable<{
  readonly asked: Asked | null;
  /** She said no to it; until she leaves home. */
  readonly denied: boolean;
}>({ asked: null, denied: false });
