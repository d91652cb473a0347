import { tabMemory } from "./cookies.js";

/** Shows the promo line of this visit, unless it was hidden in this tab. @param {string | null} code */
export function showPromo(code) {
  const strip = code && document.querySelector(`[data-promo="${CSS.escape(code)}"]`);
  if (!strip || tabMemory.get("promoHidden") === code) return;
  strip.hidden = false;
  strip.querySelector("[data-promo-hide]").addEventListener("click", () => {
    tabMemory.set("promoHidden", code);
    strip.hidden = true;
    document.querySelector("#main").focus();
  });
}
