export {
  type OrderedProduct,
  type PricedLine,
  type RequestedLine,
  presentProduct,
  priceLines,
  productById,
} from "./catalogue.ts";
