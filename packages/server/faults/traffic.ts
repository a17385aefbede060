import { setTimeout as pause } from "node:timers/promises"
import { Random } from "./random.ts"

/** A client that sends one request after the other. */
export interface Client {
  readonly step: () => Promise<void>
}

/** Clients that send requests all the time, each after its last answer, until a promise is broken. */
export class Traffic {
  broken: unknown
  #stopped = false
  readonly #all: Promise<unknown>

  constructor(clients: ReadonlyArray<Client>, random: Random) {
    this.#all = Promise.all(clients.map((client) => this.#go(client, Random.of(random.below(2 ** 31)))))
  }

  async #go(client: Client, random: Random): Promise<void> {
    while (!this.#stopped && this.broken === undefined) {
      try {
        await client.step()
      } catch (cause) {
        this.broken ??= cause
      }
      await pause(random.mostly(0, 30))
    }
  }

  /** Waits for the last answers; throws a broken promise. */
  async stop(): Promise<void> {
    this.#stopped = true
    await this.#all
    if (this.broken !== undefined) throw this.broken
  }
}
