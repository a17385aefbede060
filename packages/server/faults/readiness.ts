import { setTimeout as pause } from "node:timers/promises"
import type { Member } from "./fleet.ts"
import { Broken, send } from "./request.ts"

/** Milliseconds within which `ready` must answer, whatever breaks. */
const answerLimit = 6_000

/** Milliseconds after which `ready` must report that writes fail. */
const noticed = 5_000

interface Look {
  readonly at: number
  readonly status: number
}

/** Checks, past its clients' proxies, whether each server is ready, and compares that with its acknowledged writes. */
export class Readiness {
  #stopped = false
  readonly #broken: Array<string> = []
  readonly #all: Promise<unknown>

  constructor(members: ReadonlyArray<Member>) {
    this.#all = Promise.all(members.map((member) => this.#watch(member)))
  }

  async #watch(member: Member): Promise<void> {
    const looks: Array<Look> = []
    while (!this.#stopped) {
      const at = performance.now()
      const { away, direct } = member
      const answer = await send(`${direct}/v1/health/ready`, { within: answerLimit })
      // A server that was stopped or killed in the meantime need not answer.
      if (!away && !member.away && member.direct === direct && answer !== "cut") {
        if (answer === "hang") {
          this.#broken.push(`ready of ${member.name} has no answer within ${answerLimit} ms`)
        } else if (answer.status !== 200 && answer.status !== 503) {
          this.#broken.push(`ready of ${member.name} is ${answer.status}: ${answer.text}`)
        } else {
          looks.push({ at, status: answer.status })
        }
      }
      await pause(200)
    }
    this.#hold(member, looks)
  }

  /** Fails where writes have failed for a while and `ready` has not reported it. */
  #hold(member: Member, looks: ReadonlyArray<Look>): void {
    const since = performance.now() - noticed
    const tried = member.writes.filter(({ at }) => at > since)
    const said = looks.filter(({ at }) => at > since)
    if (tried.length < 3 || said.length < 3 || tried.some(({ answered }) => answered)) return
    // Failures within a second or two may come from an outage that was over before the next check of `ready`.
    const times = tried.map(({ at }) => at)
    if (Math.max(...times) - Math.min(...times) < noticed / 2) return
    if (said.every(({ status }) => status === 200)) {
      this.#broken.push(
        `ready of ${member.name} is 200 although ${tried.length} writes of the last ${noticed} ms failed`,
      )
    }
  }

  async stop(): Promise<void> {
    this.#stopped = true
    await this.#all
  }

  check(): void {
    const [first] = this.#broken
    if (first !== undefined) throw new Broken(first)
  }
}
