import { ContentError } from "../loader/read.ts";
import type { Checked } from "./references.ts";

const file = "upsells.yaml";

/** Checks that each upsell has a product of the catalogue with its code and a pricing of it, and that its coupon and its article exist. */
export function checkUpsells({ upsells, catalogue, coupons, help }: Checked): void {
  for (const { code, productid, pricingid, coupon, article } of upsells) {
    const product = catalogue.products.find((each) => each.productid === productid);
    if (!product) throw new ContentError(file, `${code} offers the unknown product ${productid}`);
    if (product.code !== code) throw new ContentError(file, `${productid} does not have the code ${code}`);
    if (!product.pricings.some((each) => each.pricingid === pricingid))
      throw new ContentError(file, `${code} offers ${productid} in the unknown supply ${pricingid}`);
    if (coupon !== undefined && !coupons.some((each) => each.code === coupon))
      throw new ContentError(file, `${code} names the unknown coupon ${coupon}`);
    if (article !== undefined && !help.some(({ id }) => id === article))
      throw new ContentError(file, `${code} names the unknown article ${article}`);
  }
}
