import { cx } from "#app/ui/cx.ts";
import css from "./product-picture.module.css";

/** The picture of a product, without alternative text because the name is beside it. `small`: leaves more room for the name on a phone. */
export const ProductPicture = ({ src, small = false }: { src: string; small?: boolean }) => (
  <span className={cx(css["picture"], small && css["small"])}>
    <img src={src} alt="" width={160} height={160} loading="lazy" />
  </span>
);
