import { afterAll, beforeAll, describe, expect } from "vitest";
import { movableClock, type MovableClock } from "#server/platform/clock.ts";
import { newId } from "#server/platform/ids.ts";
import { openTestDatabase } from "#server/platform/testing/databases.ts";
import { adapters } from "./adapters.ts";
import type { Books } from "./emulator/books.ts";
import { faultQueue, type Faults } from "./faults.ts";
import type { AuthorizeInput, Intent, PaymentGateway } from "./port.ts";

interface CardOnFile {
  readonly customer: string;
  readonly paymentMethod: string;
}

/** One gateway under test, with the emulator's books and clock behind it. */
export interface Bench {
  readonly gateway: PaymentGateway;
  readonly books: Books;
  readonly clock: MovableClock;
  readonly faults: Faults;
  newCustomer(): Promise<string>;
  onFile(source?: string, customer?: string): Promise<CardOnFile>;
  /** A charge with a key and an order of its own. */
  charge(card: CardOnFile, more?: Partial<AuthorizeInput>): AuthorizeInput;
  /** A charge that went well. */
  held(more?: Partial<AuthorizeInput>): Promise<Intent>;
}

/** Runs the same tests on every adapter of the port. */
export function onEachGateway(title: string, tests: (bench: Bench, name: string) => void): void {
  describe.each(Object.entries(adapters))(`${title}: %s`, (name, open) => {
    const bench = {} as Bench;
    let close: () => Promise<void>;
    beforeAll(async () => {
      const database = await openTestDatabase();
      const clock = movableClock();
      const books = { db: database.db, clock };
      const faults = faultQueue();
      const opened = await open(books, faults);
      Object.assign(bench, { books, clock, faults, gateway: opened.gateway, ...steps(opened.gateway) });
      close = async () => {
        await opened.close();
        await database.close();
      };
    });
    afterAll(() => close());
    tests(bench, name);
  });
}

/** What tests of payments begin with, at any gateway. */
export function steps(gateway: PaymentGateway): Pick<Bench, "newCustomer" | "onFile" | "charge" | "held"> {
  const newCustomer = async () => (await gateway.createCustomer({ patientId: newId(), idempotencyKey: newId() })).id;
  const onFile = async (source = "tok_visa", of?: string) => {
    const customer = of ?? (await newCustomer());
    const result = await gateway.attachSource({ customer, source, idempotencyKey: newId() });
    if ("declined" in result) throw new Error(`declined: ${result.declined}`);
    return { customer, paymentMethod: result.attached.id };
  };
  const charge = (card: CardOnFile, more: Partial<AuthorizeInput> = {}): AuthorizeInput => ({
    ...card,
    amount: 12_345,
    currency: "usd",
    orderId: newId(),
    capture: "manual",
    offSession: false,
    idempotencyKey: newId(),
    ...more,
  });
  const held = async (more: Partial<AuthorizeInput> = {}) => gateway.authorize(charge(await onFile(), more));
  return { newCustomer, onFile, charge, held };
}

export const refused = (code: string): unknown => expect.objectContaining({ name: "GatewayRefused", code });
