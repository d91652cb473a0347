import type { Page } from "@playwright/test";
import { marketingOrigin } from "../settings.ts";
import { Cart } from "./cart.ts";

/** Products that need no prescription, with their names in the cart. */
export const moisturizer = { name: "Daily moisturizer", path: "/products/daily-moisturizer" };
export const magnesium = { name: "Magnesium glycinate", path: "/products/magnesium-glycinate" };

/** The sample marketing site. */
export class MarketingSite {
  readonly page: Page;
  readonly cart: Cart;
  constructor(page: Page, cart = new Cart(page)) {
    this.page = page;
    this.cart = cart;
  }

  async open(path = "/"): Promise<void> {
    await this.page.goto(marketingOrigin + path);
  }

  /** Adds the product of a page to the cart, which opens. */
  async add({ path }: { readonly path: string }): Promise<void> {
    await this.open(path);
    await this.page.getByRole("main").getByRole("link", { name: "Add to cart" }).click();
  }

  /** Presses Cart in the header once the loader is there to open the cart over the page; before, the link leads to the cart's own page. */
  async openCart(): Promise<void> {
    await this.page.waitForLoadState();
    await this.page.getByRole("banner").getByRole("link", { name: /^Cart/ }).click();
  }
}
