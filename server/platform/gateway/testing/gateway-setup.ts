import { afterAll, beforeAll, describe, expect } from "vitest";
import { movableClock, type MovableClock } from "../../clock/clock.ts";
import { openTestDatabase } from "../../database/testing/test-databases.ts";
import { newId } from "../../ids.ts";
import type { AuthorizeInput, Intent, PaymentGateway } from "../port.ts";
import type { Emulator } from "../sandbox/emulator/emulator.ts";
import { faultQueue, type Faults } from "../sandbox/faults.ts";
import { adapters } from "./adapters.ts";

interface CardOnFile {
  readonly customer: string;
  readonly paymentMethod: string;
}

/** One gateway under test, with the emulator's data and clock. */
export interface GatewaySetup {
  readonly gateway: PaymentGateway;
  readonly emulator: Emulator;
  readonly clock: MovableClock;
  readonly faults: Faults;
  newCustomer(): Promise<string>;
  cardOnFile(source?: string, customer?: string): Promise<CardOnFile>;
  /** Input of a charge with its own key and order. */
  chargeInput(card: CardOnFile, more?: Partial<AuthorizeInput>): AuthorizeInput;
  /** An authorized charge. */
  authorizedIntent(more?: Partial<AuthorizeInput>): Promise<Intent>;
}

/** Runs the same tests on every adapter of the port. */
export function onEachGateway(title: string, tests: (setup: GatewaySetup, name: string) => void): void {
  describe.each(Object.entries(adapters))(`${title}: %s`, (name, open) => {
    const setup = {} as GatewaySetup;
    let close: () => Promise<void>;
    beforeAll(async () => {
      const database = await openTestDatabase();
      const clock = movableClock();
      const emulator = { db: database.db, clock };
      const faults = faultQueue();
      const opened = await open(emulator, faults);
      Object.assign(setup, {
        emulator,
        clock,
        faults,
        gateway: opened.gateway,
        ...paymentSteps(opened.gateway),
      });
      close = async () => {
        await opened.close();
        await database.close();
      };
    });
    afterAll(() => close());
    tests(setup, name);
  });
}

/** First steps of payment tests, on any gateway. */
export function paymentSteps(
  gateway: PaymentGateway,
): Pick<GatewaySetup, "newCustomer" | "cardOnFile" | "chargeInput" | "authorizedIntent"> {
  const newCustomer = async () => (await gateway.createCustomer({ patientId: newId(), idempotencyKey: newId() })).id;
  const cardOnFile = async (source = "tok_visa", existingCustomer?: string) => {
    const customer = existingCustomer ?? (await newCustomer());
    const result = await gateway.attachSource({ customer, source, idempotencyKey: newId() });
    if ("declined" in result) throw new Error(`declined: ${result.declined}`);
    return { customer, paymentMethod: result.attached.id };
  };
  const chargeInput = (card: CardOnFile, more: Partial<AuthorizeInput> = {}): AuthorizeInput => ({
    ...card,
    amount: 12_345,
    currency: "usd",
    orderId: newId(),
    chargeFor: [],
    capture: "manual",
    offSession: false,
    idempotencyKey: newId(),
    ...more,
  });
  const authorizedIntent = async (more: Partial<AuthorizeInput> = {}) =>
    gateway.authorize(chargeInput(await cardOnFile(), more));
  return { newCustomer, cardOnFile, chargeInput, authorizedIntent };
}

export const gatewayRefusedWith = (code: string): unknown => expect.objectContaining({ name: "GatewayRefused", code });
