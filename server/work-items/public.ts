/** What other features use: opening an item, reading and closing it, and what waits for it. */
export { heldProducts, mostUrgent } from "./due.ts";
export {
  changesOf,
  closeItem,
  closeItemAbout,
  entriesOf,
  isHeldByWorkItem,
  isReported,
  noteOfItem,
  reviewsOf,
  toldOfItem,
  openWorkItem,
  type OpenedWorkItem,
  productsHeldByWorkItems,
  type WorkEntry,
  waitingItems,
  workItemById,
  workItemsById,
  type WorkItemRow,
} from "./work-items.ts";
