import * as Schema from "effect/Schema"
import { Random } from "../../faults/random.ts"

/** The request of a sender. A value is an integer or a text, so that types race as well. */
export interface Sending {
  readonly distinctId: string
  readonly properties: Readonly<Record<string, number | string>>
  /** With a key it is sent until it is accepted; without one it is sent once. */
  readonly key: string | undefined
}

/** A request that got 202. */
export interface AcceptedSending extends Sending {
  readonly requestId: string
}

const readAnswer = Schema.decodeUnknownSync(Schema.Struct({ request_id: Schema.String }))

/** Senders that continue while servers die: requests that are refused or get no response are sent again, if they have a key. */
export class Senders {
  readonly accepted: Array<AcceptedSending> = []
  readonly #path: string
  readonly #headers: Readonly<Record<string, string>>
  readonly #random = new Random(51)
  #unanswered: Array<Sending> = []
  #made = 0
  #stopped = false

  constructor(workspace: string, version: string, key: string) {
    this.#path = `/v1/${workspace}/${version}/profiles/properties/set-once`
    this.#headers = { authorization: `Bearer ${key}` }
  }

  /** Few profiles and names, so that requests meet; names are new in every round, so that types are raced for. */
  #next(round: number): Sending {
    const again = this.#unanswered.pop()
    if (again !== undefined) return again
    this.#made += 1
    const keyed = this.#made % 2 === 0
    const kind = keyed ? "keyed" : "plain"
    const pick = (count: number) => this.#random.below(count)
    const properties = Array.from({ length: 3 }, () => [
      `${kind} ${round} ${pick(6)}`,
      pick(4) === 0 ? `text ${this.#made}` : this.#made,
    ])
    return {
      distinctId: `${kind} ${pick(20)}`,
      properties: Object.fromEntries(properties),
      key: keyed ? `key ${this.#made}` : undefined,
    }
  }

  async #send(url: string, sending: Sending): Promise<boolean> {
    try {
      const response = await fetch(url + this.#path, {
        method: "POST",
        // A connection ends with its process: one that stays open without a response fails the test.
        signal: AbortSignal.timeout(60_000),
        headers: { ...this.#headers, ...(sending.key !== undefined && { "idempotency-key": sending.key }) },
        body: JSON.stringify({ distinct_id: sending.distinctId, $once: sending.properties }),
      })
      const body: unknown = await response.json()
      if (response.status !== 202) throw new Error(`${response.status} ${JSON.stringify(body)}`)
      this.accepted.push({ ...sending, requestId: readAnswer(body).request_id })
      return true
    } catch (error) {
      if (sending.key !== undefined) this.#unanswered.push(sending)
      if (error instanceof TypeError) return false
      throw error
    }
  }

  /** Sends over this many connections until told to stop, or until the server no longer responds. */
  async run(url: string, connections: number, round: number): Promise<void> {
    this.#stopped = false
    const one = async (): Promise<void> => {
      while (!this.#stopped && (await this.#send(url, this.#next(round)))) continue
    }
    await Promise.all(Array.from({ length: connections }, one))
  }

  stop(): void {
    this.#stopped = true
  }

  /** Resends requests without a response until all have one. */
  async finish(url: string): Promise<void> {
    while (this.#unanswered.length > 0) await this.#send(url, this.#next(0))
  }
}
