export {
  type OrderedProduct,
  type PricedLine,
  type RequestedLine,
  categoriesOf,
  presentProduct,
  priceLines,
  productById,
} from "./catalogue.ts";
