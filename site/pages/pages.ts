import { articles } from "../articles/articles.ts";
import type { Page } from "../layout.ts";
import { familiesOf } from "../product-groups.ts";
import type { Site } from "../settings.ts";
import { article, articleList } from "./articles.ts";
import { contact } from "./contact.ts";
import { home } from "./home.ts";
import { privacy, telehealthConsent, terms } from "./legal.ts";
import { offers } from "./offers.ts";
import { product } from "./product.ts";
import { products } from "./products.ts";
import { quiz } from "./quiz.ts";

/** Every page by its path. */
export function pagesOf(site: Site): ReadonlyMap<string, () => Page | null> {
  return new Map<string, () => Page | null>([
    ["/", () => home(site)],
    ["/products", () => products(site)],
    ...familiesOf(site.products).map(({ slug }) => [`/products/${slug}`, () => product(site, slug)] as const),
    ["/quiz", () => quiz()],
    ["/offers", () => offers(site)],
    ["/contact", () => contact(site)],
    ["/articles", () => articleList],
    ...articles.map(({ slug }) => [`/articles/${slug}`, () => article(site, slug)] as const),
    ["/terms", () => terms(site)],
    ["/privacy", () => privacy(site)],
    ["/telehealth-consent", () => telehealthConsent(site)],
  ]);
}
