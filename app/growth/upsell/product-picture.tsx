import { cx } from "#app/ui/cx.ts";
import css from "./product-picture.module.css";

/** The drawing of a product on its ground; its name stands beside it. `small`: on a phone it leaves more room for that. */
export const ProductPicture = ({ src, small = false }: { src: string; small?: boolean }) => (
  <span className={cx(css["picture"], small && css["small"])}>
    <img src={src} alt="" width={160} height={160} loading="lazy" />
  </span>
);
