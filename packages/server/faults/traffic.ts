import { setTimeout as pause } from "node:timers/promises"
import { until } from "../test/until.ts"
import { Random } from "./random.ts"

/** A client that sends one request after the other. */
export interface Client {
  readonly step: () => Promise<void>
}

/** Clients that send requests all the time, each after its last response, until a promise is broken. */
export class Traffic {
  broken: unknown
  #stopped = false
  #resting: PromiseWithResolvers<void> | undefined
  #underWay = 0
  readonly #all: Promise<unknown>

  constructor(clients: ReadonlyArray<Client>, random: Random) {
    this.#all = Promise.all(clients.map((client) => this.#go(client, Random.of(random.below(2 ** 31)))))
  }

  async #go(client: Client, random: Random): Promise<void> {
    while (!this.#stopped && this.broken === undefined) {
      await this.#resting?.promise
      this.#underWay += 1
      try {
        await client.step()
      } catch (cause) {
        this.broken ??= cause
      }
      this.#underWay -= 1
      await pause(random.mostly(0, 30))
    }
  }

  /** Holds further requests back, and waits for the responses to those under way. */
  async rest(): Promise<void> {
    this.#resting = Promise.withResolvers()
    await until("no request is under way", () => this.#underWay === 0, 60)
  }

  resume(): void {
    this.#resting?.resolve()
    this.#resting = undefined
  }

  /** Waits for the last answers; throws a broken promise. */
  async stop(): Promise<void> {
    this.#stopped = true
    this.resume()
    await this.#all
    if (this.broken !== undefined) throw this.broken
  }
}
